import type { Endpoint } from "@groundplan/contract";
import { applyOptimistically, type CacheChange, settle } from "../api/optimistic.ts";
import { invalidate } from "../api/read.ts";
import { sendOnce } from "../api/send-once.ts";
import { UserError } from "../base/user-error.ts";
import { toast, toastProblem } from "../components/overlays/toast.tsx";

/** An action that the service can't undo. */
interface DelayedAction {
  /** The message, such as "Notes is deleted." */
  says: string;
  change: CacheChange;
  send: () => Promise<unknown>;
  /** Invalidated afterwards. */
  touches: readonly Endpoint[];
}

/** Just longer than the undo message. */
const waits = 10_500;

/** Shows an action as done, but sends it only after the undo message or when the page is left. */
export function sendAfterUndo({ says, change, send, touches }: DelayedAction): void {
  let isOpen = true;
  applyOptimistically(change);
  const end = (): boolean => {
    const wasOpen = isOpen;
    isOpen = false;
    clearTimeout(timer);
    removeEventListener("pagehide", run);
    return wasOpen;
  };
  const finish = async () => {
    try {
      await sendOnce(send);
      settle(change, change);
    } catch (error) {
      settle(change);
      throw error;
    } finally {
      void invalidate(...touches);
    }
  };
  const run = () => {
    if (!end()) return;
    const retry = () => {
      applyOptimistically(change);
      return finish();
    };
    finish().catch((error: unknown) => toastProblem(error, { retry }));
  };
  const timer = setTimeout(run, waits);
  addEventListener("pagehide", run);
  toast(says, async () => {
    if (!end()) throw new UserError("More than ten seconds have passed, so it can no longer be undone.");
    settle(change);
  });
}

/** Returns a change that removes a resource from lists. */
export const withoutThing =
  (listedBy: readonly Endpoint[], id: string): CacheChange =>
  (data, [path]) =>
    Array.isArray(data) && listedBy.some((endpoint) => endpoint.path === path)
      ? data.filter((one: { id?: unknown }) => one.id !== id)
      : data;
