import { endingLine, isEndingLine } from "../text.ts";
import type { Item, Sort } from "../tracker.ts";

/**
 * What a text ends with: what it is here. A project lies under no other in Linear, so it says what it is a part of;
 * an address there shows as the other's name.
 */
export function endingOf({ sort, parent, handle }: Pick<Item, "sort" | "parent" | "handle">): string {
  const above = sort === "container" && parent.container ? `Part of ${parent.container.url}\n\n` : "";
  return `---\n\n${above}${endingLine(handle)}`;
}

/** What a project is a part of: our address of it, alone, or as the link with its name that Linear makes of it. */
const project = "https://linear\\.app/[^\\s/<>()[\\]]+/project/[^\\s<>()[\\]]+";
const name = "\\[(?:[^\\\\[\\]]|\\\\.|\\[[^\\\\[\\]]*\\])*\\]";
const partOf = new RegExp(`^Part of (?:<?${project}>?|${name}\\(<?${project}>?\\))$`);

/** A text of Linear's without our ending, in whatever form it came back. What people typed on its lines is theirs. */
export function withoutEnding(text: string, sort: Sort): string {
  const lines = text.trimEnd().split("\n");
  const dropEmpty = () => {
    while (lines.at(-1)?.trim() === "") lines.pop();
  };
  if (!isEndingLine(lines.at(-1)?.trimEnd() ?? "")) return text;
  lines.pop();
  dropEmpty();
  if (sort === "container" && partOf.test(lines.at(-1)?.trimEnd() ?? "")) lines.pop();
  dropEmpty();
  if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(lines.at(-1) ?? "")) lines.pop();
  dropEmpty();
  return lines.join("\n");
}
