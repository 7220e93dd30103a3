import type { Token } from "markdown-it";
import { blocks } from "../../text/markdown.ts";
import { itemOfBullet, itemOfLine } from "./items.ts";
import { numberScenarios, scenarioStart } from "./scenarios.ts";

/** A text with criteria as numbered items. `notices` use the given text's line numbers, from 0. */
export interface Criteria {
  text: string;
  count: number;
  notices: { line: number; why: string }[];
}

type Range = [from: number, to: number];

const ranges = (tokens: readonly Token[], types: RegExp, level?: number): Range[] =>
  tokens.flatMap((token) =>
    types.test(token.type) && (level === undefined || token.level === level) && token.map ? [token.map] : [],
  );

const within = (some: Range[], line: number) => some.some(([from, to]) => line >= from && line < to);

function countItems(tokens: readonly Token[]): number {
  const lists = ranges(tokens, /^ordered_list_open$/u, 0);
  return ranges(tokens, /^list_item_open$/u, 1).filter(([line]) => within(lists, line)).length;
}

/** Replaces lines with items. Inserts blank lines where an item could not interrupt a paragraph. */
function rewrite(lines: string[], items: Map<number, string>, moved = new Map<number, string>()): string {
  return lines
    .flatMap((line, index) => {
      const item = items.get(index);
      const follows = items.has(index - 1) || moved.has(index - 1) || (lines[index - 1] ?? "").trim() === "";
      return item !== undefined && !follows ? ["", item] : [item ?? moved.get(index) ?? line];
    })
    .join("\n");
}

/** Turns bullets into numbers and reindents their content. */
function numberBullets(lines: string[], bullets: Range[]): { text: string; unnumbered: number } {
  const items = new Map<number, string>();
  const moved = new Map<number, string>();
  let unnumbered = 0;
  bullets.forEach(([from, to], index) => {
    const { item, isNumbered } = itemOfBullet(lines[from] ?? "", index + 1);
    items.set(from, item);
    if (!isNumbered) unnumbered++;
    const wider = " ".repeat(item.trimStart().search(/[.]/u));
    for (let line = from + 1; line < to; line++) {
      if (lines[line]?.startsWith(" ")) moved.set(line, wider + lines[line]);
    }
  });
  return { text: rewrite(lines, items, moved), unnumbered };
}

/**
 * Numbers the text under a criteria heading. Numbered markdown items stay; other numbering styles become
 * items per line. Without numbers, WHEN/THEN paragraphs become items unless a bullet comes first, then
 * bullets.
 */
export function numberCriteria(text: string): Criteria {
  const tokens = blocks(text);
  const lines = text.split("\n");
  const code = ranges(tokens, /^(?:fence|code_block|html_block)$/u);
  const ordered = ranges(tokens, /^ordered_list_open$/u, 0);
  const bullets = ranges(tokens, /^bullet_list_open$/u, 0);
  const numbered = lines.flatMap((line, index) =>
    itemOfLine(line, 1) !== null && !within(code, index) ? [index] : [],
  );
  const firstNumbered = numbered[0] ?? lines.length;
  const firstOrdered = ordered[0]?.[0] ?? lines.length;
  const notices: Criteria["notices"] = [];
  const leave = (left: number[]) => {
    const why = "next to numbered criteria: kept as text, not a criterion";
    for (const line of left.sort((a, b) => a - b)) notices.push({ line, why });
  };
  const bulletLines = () =>
    ranges(tokens, /^list_item_open$/u, 1)
      .filter(([line]) => within(bullets, line))
      .filter(([line]) => /^[-*+]/u.test(lines[line] ?? ""))
      .map(([line]) => line);

  if (firstNumbered < firstOrdered) {
    leave(bulletLines());
    const items = numbered.map(
      (line, index) => [line, itemOfLine(lines[line] ?? "", index + 1) ?? ""] as const,
    );
    const result = rewrite(lines, new Map(items));
    return { text: result, count: countItems(blocks(result)), notices };
  }
  const paragraphs = ranges(tokens, /^paragraph_open$/u, 0);
  const firstBullet = bullets[0]?.[0] ?? lines.length;
  const isFirst = paragraphs.some((range) => (scenarioStart(lines, ...range) ?? lines.length) < firstBullet);
  const scenarios =
    ordered.length === 0 && (bullets.length === 0 || isFirst) ? numberScenarios(lines, paragraphs) : null;
  if (scenarios !== null) {
    leave(bulletLines());
    return { text: scenarios, count: countItems(blocks(scenarios)), notices };
  }
  if (ordered.length > 0 || bullets.length === 0) {
    leave([...bulletLines(), ...numbered.filter((line) => within(paragraphs, line))]);
    return { text, count: countItems(tokens), notices };
  }
  const items = ranges(tokens, /^list_item_open$/u, 1).filter(([line]) => within(bullets, line));
  const { text: result, unnumbered } = numberBullets(lines, items);
  const line = items[0]?.[0] ?? 0;
  if (unnumbered > 0)
    notices.push({ line, why: `criteria without numbers: counted up, ${unnumbered} in all` });
  return { text: result, count: countItems(blocks(result)), notices };
}
