/**
 * These parts make up the editor, in the order in which it needs them. Where they are loaded one by one before it, each is
 * evaluated as a task of its own, between which the page answers; who edits before that gets all of them at once.
 */
export const editorParts = [
  { load: () => import("./state-parts.ts") },
  { load: () => import("./view-parts.ts") },
  { load: () => import("./language-parts.ts") },
];
