import { nextTask } from "../next-task.ts";
import { later } from "./later.tsx";
import { overSheet } from "./lost-part.tsx";

let preloading: Promise<void> = Promise.resolve();

/**
 * Loads parts one after the other, and after those that others have asked for; one that is not loaded now is loaded when it
 * opens.
 */
export function preloadEach(parts: readonly { load: () => Promise<void> }[]): Promise<void> {
  preloading = preloading.then(async () => {
    for (const part of parts) {
      await part.load();
      await nextTask();
    }
  });
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
