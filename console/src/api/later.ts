import type { Endpoint } from "@groundplan/contract";
import { toast, toastProblem } from "../parts/toast.tsx";
import { Refusal } from "../refusal.ts";
import { type Change, lay, take } from "./overlay.ts";
import { forget } from "./read.ts";
import { sendOnce } from "./send-once.ts";

/** Something that can't be taken back once it was sent. */
interface Later {
  /** This says what is done, such as "Notes is deleted." */
  says: string;
  /** Shows it as done. */
  change: Change;
  send: () => Promise<unknown>;
  /** This is what has to be read again afterwards. */
  touches: readonly Endpoint[];
}

/** A message offers its way back for ten seconds. */
const waits = 10_500;

/**
 * Shows something as done at once, and sends it when the message that offers to take it back is gone, or when the page
 * is left: what the service can't bring back is never taken too early.
 */
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

/** Returns what takes a thing out of the lists of these endpoints. */
export const withoutThing =
  (listedBy: readonly Endpoint[], id: string): Change =>
  (data, [path]) =>
    Array.isArray(data) && listedBy.some((endpoint) => endpoint.path === path)
      ? data.filter((one: { id?: unknown }) => one.id !== id)
      : data;
