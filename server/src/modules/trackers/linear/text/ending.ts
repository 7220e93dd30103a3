import { endingLine, isEndingLine } from "../../text.ts";
import type { Item, ItemKind } from "../../tracker.ts";

/**
 * Returns the ending of a text: its handle. A project lies under no other in Linear, so it also names its parent;
 * Linear shows an address there as the other's name.
 */
export function endingOf({ kind, parent, handle }: Pick<Item, "kind" | "parent" | "handle">): string {
  const above = kind === "container" && parent.container ? `Part of ${parent.container.url}\n\n` : "";
  return `---\n\n${above}${endingLine(handle)}`;
}

/** Matches the parent of a project: our address of it, alone or in the link with its name that Linear makes of it. */
const project = "https://linear\\.app/[^\\s/<>()[\\]]+/project/[^\\s<>()[\\]]+";
const name = "\\[(?:[^\\\\[\\]]|\\\\.|\\[[^\\\\[\\]]*\\])*\\]";
const partOf = new RegExp(`^Part of (?:<?${project}>?|${name}\\(<?${project}>?\\))$`);

/**
 * Returns a text of Linear's without our ending, in whatever form it came back. What people typed on its lines is
 * theirs.
 */
export function withoutEnding(text: string, kind: ItemKind): string {
  const lines = text.trimEnd().split("\n");
  const dropEmpty = () => {
    while (lines.at(-1)?.trim() === "") lines.pop();
  };
  if (!isEndingLine(lines.at(-1)?.trimEnd() ?? "")) return text;
  lines.pop();
  dropEmpty();
  if (kind === "container" && partOf.test(lines.at(-1)?.trimEnd() ?? "")) lines.pop();
  dropEmpty();
  if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(lines.at(-1) ?? "")) lines.pop();
  dropEmpty();
  return lines.join("\n");
}
