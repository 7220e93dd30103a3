import { nextTask } from "../next-task.ts";
import { later } from "./later.tsx";
import { MenuOf } from "./menu.tsx";
import { Toasts } from "./toast.tsx";

const floating: readonly (() => Promise<unknown>)[] = [
  Toasts.load,
  MenuOf.load,
  () => Dialog.load(),
  () => Confirm.load(),
  () => LazyPanel.load(),
];

/**
 * Loads what floats once the first room is there, one after the other: what says that there is no connection can't be
 * loaded without one.
 */
export async function preloadFloating(): Promise<void> {
  for (const load of floating) {
    await load().catch(() => {}); // What is not loaded now is loaded when it opens.
    await nextTask();
  }
}

/*
 * What floats is loaded when it is first opened: these take the properties of the parts that they load. Render them
 * only while they are open.
 */

/** Shows a panel at a side of the window, over the sheet. */
export const LazyPanel = later(() => import("../floating/panel.tsx"));

/** Shows a dialog. */
export const Dialog = later(() => import("../floating/dialog.tsx"));

/** Asks before something is done that can't be taken back. */
export const Confirm = later(() => import("../floating/confirm.tsx"));
