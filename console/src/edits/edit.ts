import type { Endpoint } from "@groundplan/contract";
import { applyOptimistically, type CacheChange, settle } from "../api/optimistic.ts";
import { invalidate } from "../api/read.ts";
import { type Once, sendOnce } from "../api/send-once.ts";
import { type ProblemOptions, toastProblem } from "../components/overlays/toast.tsx";

/** A change that is shown at once and sent afterwards. */
export interface Edit {
  /** Edits of one subject are sent in order. */
  subject: string;
  change: CacheChange;
  /** Sends an idempotent POST; may return a cache change made from the answer. */
  send: (once: Once) => Promise<CacheChange | undefined>;
  /** Invalidated after a refusal. After success the service's event invalidates them. */
  touches: readonly Endpoint[];
  /** Replaces `toastProblem` for a refusal. */
  showRefusal?: (error: unknown, options: ProblemOptions) => void;
}

const queues = new Map<string, Promise<unknown>>();

/** Applies an edit optimistically, even offline. Rolls back and throws if the service refuses it. */
export async function sendEdit({ subject, change, send, touches }: Edit): Promise<void> {
  applyOptimistically(change);
  const sent = sendOnce(send, queues.get(subject));
  const settled = sent.catch(() => {});
  queues.set(subject, settled);
  let answered: CacheChange | undefined;
  try {
    answered = await sent;
  } catch (error) {
    void invalidate(...touches);
    throw error;
  } finally {
    settle(change, answered);
    if (queues.get(subject) === settled) queues.delete(subject);
  }
}

/** Applies edits, and reports refusals with a way to retry them. Returns true if all succeeded. */
export async function sendEdits(...edits: Edit[]): Promise<boolean> {
  const results = await Promise.allSettled(edits.map(sendEdit));
  const refused = edits.filter((_, index) => results[index]?.status === "rejected");
  const [reason] = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  if (refused.length === 0) return true;
  const summary = edits.length > 1 ? `${refused.length} of ${edits.length} changes failed. ` : "";
  const show = refused[0]?.showRefusal ?? toastProblem;
  show(reason, { before: summary, retry: () => sendEdits(...refused) });
  return false;
}
