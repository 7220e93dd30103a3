/**
 * Allowed children by `@atlaskit/adf-schema`, full.json. Jira refuses a whole document for one misplaced
 * node.
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

export function may(parent: keyof typeof allowed, type: string): boolean {
  return allowed[parent].some((each) => each === type);
}
