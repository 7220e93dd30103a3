/**
 * What the editor is made of, in the order in which it needs it. Where these are loaded one by one before it, each is
 * evaluated as a task of its own, between which the page answers; who edits before that gets all of it at once.
 */
export const editorParts: readonly { load: () => Promise<unknown> }[] = [
  { load: () => import("./state-parts.ts") },
  { load: () => import("./view-parts.ts") },
  { load: () => import("./language-parts.ts") },
];
