import { nextTask } from "../next-task.ts";

/** What the editor is made of, in the order in which it needs it. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import("./state-parts.ts"),
  () => import("./view-parts.ts"),
  () => import("./language-parts.ts"),
];

/** Loads the editor. Its parts are evaluated as tasks of their own, between which the page answers. */
export async function loadEditor() {
  for (const load of parts) {
    await load();
    await nextTask();
  }
  return import("./editor.tsx");
}
