import type { Endpoint } from "@groundplan/contract";
import { toastProblem } from "../parts/toast.tsx";
import { type Change, lay, take } from "./overlay.ts";
import { forget } from "./read.ts";
import { type Once, sendOnce } from "./send-once.ts";

/** A change that shows before the service has answered. */
export interface Edit {
  /** Changes of the same subject are sent one after the other. */
  subject: string;
  /** Shows the change. */
  change: Change;
  /** Sends the change, a POST with the key by which it is made once. What it returns shows the service's answer. */
  send: (once: Once) => Promise<Change | undefined>;
  /** This is what has to be read again where it was refused; where it was made, its event says what. */
  touches: readonly Endpoint[];
}

const queues = new Map<string, Promise<unknown>>();

/**
 * Makes a change that shows at once; without a connection it goes on showing, and is sent when there is one. Throws why
 * the service refused it, once the values of before are back.
 */
export async function apply({ subject, change, send, touches }: Edit): Promise<void> {
  lay(change);
  const sent = sendOnce(send, queues.get(subject));
  const settled = sent.catch(() => {});
  queues.set(subject, settled);
  let answered: Change | undefined;
  try {
    answered = await sent;
  } catch (error) {
    void forget(...touches);
    throw error;
  } finally {
    take(change, answered);
    if (queues.get(subject) === settled) queues.delete(subject);
  }
}

/**
 * Makes changes that show at once, and says why where the service refused some, with a way to try these again where that
 * helps. Returns true if all were made.
 */
export async function make(...edits: Edit[]): Promise<boolean> {
  const results = await Promise.allSettled(edits.map(apply));
  const refused = edits.filter((_, index) => results[index]?.status === "rejected");
  const [reason] = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  if (refused.length === 0) return true;
  const many = edits.length > 1 ? `${refused.length} of ${edits.length} were not changed. ` : "";
  toastProblem(reason, { before: many, retry: () => make(...refused) });
  return false;
}
