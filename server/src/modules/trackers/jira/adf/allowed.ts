/**
 * The nodes that we write, and what may stand directly in each, by `@atlaskit/adf-schema`, full.json. Jira refuses a
 * whole document for one node in a wrong place.
 */
export const allowed = {
  doc: [
    "paragraph",
    "heading",
    "bulletList",
    "orderedList",
    "taskList",
    "blockquote",
    "codeBlock",
    "rule",
    "table",
  ],
  blockquote: ["paragraph", "bulletList", "orderedList", "codeBlock"],
  listItem: ["paragraph", "bulletList", "orderedList", "taskList", "codeBlock"],
} as const;

/** Returns true where nodes of this type may stand in this parent. */
export function may(parent: keyof typeof allowed, type: string): boolean {
  return allowed[parent].some((each) => each === type);
}
