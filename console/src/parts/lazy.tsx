import { nextTask } from "../next-task.ts";
import { later } from "./later.tsx";
import { overSheet } from "./lost-part.tsx";

/** A part that can be loaded before it is shown; one that is not there then is loaded when it is shown. */
interface Loadable {
  load: () => Promise<unknown>;
}

/** Loads parts one after the other, each as a task of its own. */
export async function loadEach(parts: readonly Loadable[]): Promise<void> {
  for (const part of parts) {
    await part.load().catch(() => {});
    await nextTask();
  }
}

let preloading: Promise<void> = Promise.resolve();

/** Loads parts after all that were asked for here before. None of them may wait for this itself. */
export function preloadEach(parts: readonly Loadable[]): Promise<void> {
  preloading = preloading.then(() => loadEach(parts));
  return preloading;
}

/*
 * What floats is loaded when it is first opened: these take the properties of the parts that they load. Render them
 * only while they are open.
 */

/** Shows a panel at a side of the window, over the sheet. */
export const LazyPanel = later(() => import("../floating/panel.tsx"), overSheet);

/** Shows a dialog. */
export const Dialog = later(() => import("../floating/dialog.tsx"), overSheet);

/** Asks before something is done that can't be taken back. */
export const Confirm = later(() => import("../floating/confirm.tsx"), overSheet);
