import type { Source } from "./parse.ts";

const box = /^\[([ xX])\](?:\s+|$)/;

export function boxOf(item: Source): { isDone: boolean; text: string } | null {
  const [first] = item.inside;
  const found = first?.token.type === "paragraph_open" ? box.exec(first.text) : null;
  if (!first || !found) return null;
  return { isDone: found[1] !== " ", text: first.text.slice(found[0].length) };
}

export function isTaskList({ token, inside }: Source): boolean {
  return (
    token.type === "bullet_list_open" && inside.length > 0 && inside.every((item) => boxOf(item) !== null)
  );
}
