import type { Node } from "jsonc-parser";

/** Replaces the characters `[from, to)` of a text. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
}

export type Range = Pick<Node, "offset" | "length">;

/** Returns the edits that set properties of an object in a text, whose others stay as they are; null removes one. */
export function propertyEdits(
  text: string,
  object: Node,
  properties: Readonly<Record<string, unknown>>,
): TextEdit[] {
  const called = (name: string) =>
    object.children?.filter(({ children: [key] = [] }) => key?.value === name) ?? [];
  const gone = Object.entries(properties).flatMap(([name, value]) => (value === null ? called(name) : []));
  const set = Object.entries(properties).flatMap(([name, value]) => {
    // The last of a name counts.
    const node = called(name).at(-1)?.children?.[1];
    if (value === null) return [];
    const last = object.children?.at(-1);
    if (node) {
      const to = node.offset + node.length;
      return [{ from: node.offset, to, text: written(value, indentAt(text, node.offset)) }];
    }
    if (!last) return [];
    const at = last.offset + last.length;
    const space = spaceBefore(text, last.offset);
    const colon = /^"(?:[^"\\]|\\.)*"(\s*:\s*)/.exec(text.slice(last.offset))?.[1] ?? ":";
    const added = `,${space}${JSON.stringify(name)}${colon}${written(value, indentAt(text, last.offset))}`;
    return [{ from: at, to: at, text: added }];
  });
  return [...set, ...removals(text, gone)];
}

/** Returns the edits that remove properties or items with the commas that part them from their neighbours. */
export function removals(text: string, nodes: readonly Range[]): TextEdit[] {
  const runs: { offset: number; length: number }[] = [];
  for (const { offset, length } of [...nodes].sort((a, b) => a.offset - b.offset || b.length - a.length)) {
    const run = runs.at(-1);
    const end = run ? run.offset + run.length : -1;
    const isNext = run && (offset < end || /^\s*,\s*$/.test(text.slice(end, offset)));
    if (isNext) run.length = Math.max(end, offset + length) - run.offset;
    else runs.push({ offset, length });
  }
  return runs.map((run) => removal(text, run));
}

function removal(text: string, node: Range): TextEdit {
  const end = node.offset + node.length;
  const after = /^\s*,/.exec(text.slice(end));
  const begin = node.offset - spaceBefore(text, node.offset).length;
  if (after) return { from: begin, to: end + after[0].length, text: "" };
  const before = /,\s*$/.exec(text.slice(0, node.offset));
  return { from: node.offset - (before?.[0].length ?? 0), to: end, text: "" };
}

/** Returns the edit that adds an item behind another one, on lines of its own if that is. */
export function itemBehind(text: string, { offset, length }: Range, json: string): TextEdit {
  const at = offset + length;
  const space = spaceBefore(text, offset);
  const isOnLines = space.includes("\n");
  const indent = indentAt(text, offset);
  const item = isOnLines ? json.replaceAll("\n", `\n${indent}`) : JSON.stringify(JSON.parse(json));
  return { from: at, to: at, text: `,${space === "" ? " " : space}${item}` };
}

/** Applies edits that don't overlap; those at one place in their order, and what is removed there last. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.map((edit, index) => ({ ...edit, index }));
  ordered.sort((a, b) => a.from - b.from || a.to - b.to || a.index - b.index);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text: inserted } of ordered) {
    parts.push(text.slice(at, from), inserted);
    at = to;
  }
  return parts.join("") + text.slice(at);
}

const spaceBefore = (text: string, at: number) =>
  /\s*$/.exec(text.slice(Math.max(0, at - 1000), at))?.[0] ?? "";

const indentAt = (text: string, at: number) =>
  /[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))?.[0] ?? "";

/** Writes a list or object over lines where its property has its own line. */
function written(value: unknown, indent: string): string {
  const isLong = typeof value === "object" && value !== null && indent !== "";
  return isLong ? JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`) : JSON.stringify(value);
}
