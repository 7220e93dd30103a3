import type { Source } from "./parse.ts";

const box = /^\[([ xX])\](?:\s+|$)/;

/** Returns the check box that a list item starts with: whether it is ticked, and the text after it. */
export function boxOf(item: Source): { isDone: boolean; text: string } | null {
  const [first] = item.inside;
  const found = first?.token.type === "paragraph_open" ? box.exec(first.text) : null;
  if (!first || !found) return null;
  return { isDone: found[1] !== " ", text: first.text.slice(found[0].length) };
}

/** Returns true for a bullet list whose items all have a check box. */
export function isTaskList({ token, inside }: Source): boolean {
  return (
    token.type === "bullet_list_open" && inside.length > 0 && inside.every((item) => boxOf(item) !== null)
  );
}
