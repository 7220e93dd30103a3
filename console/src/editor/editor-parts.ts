/**
 * The editor's chunks in dependency order. Each is evaluated in its own task, which keeps the page
 * responsive.
 */
export const editorParts = [
  { load: () => import("./state-parts.ts") },
  { load: () => import("./view-parts.ts") },
  { load: () => import("./language-parts.ts") },
];
