import { nextTask } from "../next-task.ts";
import { later } from "./later.tsx";
import { lostOverSheet } from "./lost-part.tsx";
import { MenuOf } from "./menu.tsx";
import { Toasts } from "./toast.tsx";

/** Loads parts one after the other; one that is not loaded now is loaded when it opens. */
export async function preloadEach(parts: readonly { load: () => Promise<void> }[]): Promise<void> {
  for (const part of parts) {
    await part.load().catch(() => {});
    await nextTask();
  }
}

/**
 * Loads what floats once the first room is there: what says that there is no connection can't be loaded without one.
 */
export const preloadFloating = (): Promise<void> => preloadEach([Toasts, MenuOf, Dialog, Confirm, LazyPanel]);

/*
 * What floats is loaded when it is first opened: these take the properties of the parts that they load. Render them
 * only while they are open.
 */

const floating = { lost: lostOverSheet };

/** Shows a panel at a side of the window, over the sheet. */
export const LazyPanel = later(() => import("../floating/panel.tsx"), floating);

/** Shows a dialog. */
export const Dialog = later(() => import("../floating/dialog.tsx"), floating);

/** Asks before something is done that can't be taken back. */
export const Confirm = later(() => import("../floating/confirm.tsx"), floating);
