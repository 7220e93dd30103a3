import type { Endpoint } from "@groundplan/contract";
import { toast, toastProblem } from "../components/toast.tsx";
import { Refusal } from "../refusal.ts";
import { type Change, lay, take } from "./overlay.ts";
import { forget } from "./read.ts";
import { sendOnce } from "./send-once.ts";

/** An action that the service can't undo. */
interface Later {
  /** The message, such as "Notes is deleted." */
  says: string;
  change: Change;
  send: () => Promise<unknown>;
  /** Invalidated afterwards. */
  touches: readonly Endpoint[];
}

/** Just longer than the undo message. */
const waits = 10_500;

/** Shows an action as done, but sends it only after the undo message or when the page is left. */
export function doLater({ says, change, send, touches }: Later): void {
  let isOpen = true;
  lay(change);
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
      take(change, change);
    } catch (error) {
      take(change);
      throw error;
    } finally {
      void forget(...touches);
    }
  };
  const run = () => {
    if (!end()) return;
    const retry = () => {
      lay(change);
      return finish();
    };
    finish().catch((error: unknown) => toastProblem(error, { retry }));
  };
  const timer = setTimeout(run, waits);
  addEventListener("pagehide", run);
  toast(says, async () => {
    if (!end()) throw new Refusal("That was more than ten seconds ago, so it is done by now.");
    take(change);
  });
}

/** Returns a change that removes a resource from lists. */
export const withoutThing =
  (listedBy: readonly Endpoint[], id: string): Change =>
  (data, [path]) =>
    Array.isArray(data) && listedBy.some((endpoint) => endpoint.path === path)
      ? data.filter((one: { id?: unknown }) => one.id !== id)
      : data;
