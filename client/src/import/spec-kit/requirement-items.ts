/** A bullet with a label such as `FR-001`, on the lines `[from, to)`. */
export interface RequirementItem {
  id: string;
  from: number;
  to: number;
}

const ITEM = /^(\s*)[-*+]\s+\**\[?((?:FR|SC|NFR)-[\p{L}\p{N}][\p{L}\p{N}._-]*?)\]?\**(?=[\s:：*.(（[]|$)/iu;
const NAMED = /\b((?:FR|SC|NFR)-)([A-Z]*)(\d+)([a-z]?)\b/giu;
const RANGE =
  /\b((?:FR|SC|NFR)-[A-Z]*)(\d+)\s*(?:-|–|—|to|through|\.{2,3}|…)\s*(?:(?:FR|SC|NFR)-[A-Z]*)?(\d+)\b/giu;
/** Longer ranges aren't meant. */
const longestRange = 200;

const key = (id: string) => id.toUpperCase();

/** Finds the labelled bullets of a text. */
export function requirementItems(lines: readonly string[]): RequirementItem[] {
  const items: RequirementItem[] = [];
  const next = nextFilled(lines);
  for (let at = 0; at < lines.length; at++) {
    const [all, indent = "", id = ""] = ITEM.exec(lines[at] ?? "") ?? [];
    if (all === undefined) continue;
    let to = at + 1;
    while (to < lines.length && isBelow(lines, to, indent.length, next[to] ?? "")) to++;
    while (lines[to - 1]?.trim() === "") to--;
    items.push({ id: key(id), from: at, to });
    at = to - 1;
  }
  return items;
}

/** Returns for each line the next one that isn't blank. */
function nextFilled(lines: readonly string[]): string[] {
  let filled = "";
  const next = lines.map(() => "");
  for (let at = lines.length - 1; at >= 0; at--) {
    if (lines[at]?.trim() !== "") filled = lines[at] ?? "";
    next[at] = filled;
  }
  return next;
}

/** Tests whether a line goes on with an item of this indentation. */
function isBelow(lines: readonly string[], at: number, indent: number, next: string): boolean {
  const line = lines[at] ?? "";
  if (line.trim() === "") return /^\s/u.test(next);
  if (ITEM.test(line)) return false;
  const own = /^\s*/u.exec(line)?.[0].length ?? 0;
  return (
    own > indent || (own === indent && /^\s*[\p{L}\p{N}(`"]/u.test(line) && lines[at - 1]?.trim() !== "")
  );
}

/** Returns the labels that a text names, also in ranges. */
export function namedRequirements(text: string): Set<string> {
  const named = new Set([...text.matchAll(NAMED)].map(([word]) => key(word)));
  for (const [, letters = "", first = "", last = ""] of text.matchAll(RANGE)) {
    const [from, to] = [Number(first), Number(last)];
    if (to < from || to - from > longestRange) continue;
    for (let number = from; number <= to; number++)
      named.add(key(`${letters}${String(number).padStart(first.length, "0")}`));
  }
  return named;
}
