import { nextTask } from "../../base/next-task.ts";
import { later } from "../loading/later.tsx";
import { overlayFallbacks } from "../loading/lost-part.tsx";

interface Loadable {
  load: () => Promise<unknown>;
}

/** Loads components in sequence, each in its own task. */
export async function loadEach(parts: readonly Loadable[]): Promise<void> {
  for (const part of parts) {
    await part.load().catch(() => {});
    await nextTask();
  }
}

let preloading: Promise<void> = Promise.resolve();

/** Queues components; none of them may await this itself. */
export function preloadEach(parts: readonly Loadable[]): Promise<void> {
  preloading = preloading.then(() => loadEach(parts));
  return preloading;
}

/* Lazily loaded overlays. Render them only while open. */

export const LazyPanel = later(() => import("./panel.tsx"), overlayFallbacks);

export const Dialog = later(() => import("./dialog.tsx"), overlayFallbacks);

export const Confirm = later(() => import("./confirm.tsx"), overlayFallbacks);
