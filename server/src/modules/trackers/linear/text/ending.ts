import { endingLine, isEndingLine } from "../../text.ts";
import type { Item, ItemKind } from "../../tracker.ts";

/**
 * Returns the handle, and a project's parent as a URL, since Linear's projects have none. Linear shows its
 * name.
 */
export function endingOf({ kind, parent, handle }: Pick<Item, "kind" | "parent" | "handle">): string {
  const above = kind === "container" && parent.container ? `Part of ${parent.container.url}\n\n` : "";
  return `---\n\n${above}${endingLine(handle)}`;
}

/** Matches our URL, alone or in the named link that Linear makes of it. */
const project = "https://linear\\.app/[^\\s/<>()[\\]]+/project/[^\\s<>()[\\]]+";
const name = "\\[(?:[^\\\\[\\]]|\\\\.|\\[[^\\\\[\\]]*\\])*\\]";
const partOf = new RegExp(`^Part of (?:<?${project}>?|${name}\\(<?${project}>?\\))$`);

/** Removes our ending in any form; users' text on its lines stays. */
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
