import type { SpecStatus } from "@groundplan/contract";
import { stringify } from "yaml";
import type { Part } from "./kept-format.ts";
import type { LineEdit } from "./line-edits.ts";

/** Returns the edit that replaces the title in the first line that has it; null if none has. */
export function titleEdit({ lines, titleBefore: before, title }: Part): LineEdit[] | null {
  const at = lines.findIndex((line) => line.includes(before));
  const line = lines[at];
  if (line === undefined || before === "") return null;
  const from = line.lastIndexOf(before);
  const text = `${line.slice(0, from)}${title}${line.slice(from + before.length)}`;
  return [{ at, remove: 1, insert: [text] }];
}

const BOX = /^(\s*(?:[-*+][ \t]+)?\[)(.)(\].*)$/u;

/** The signs of a format's boxes. Without a sign for work in progress there is no place for it. */
export type Boxes = Partial<Record<SpecStatus, string>>;

/** Returns the edits that set the boxes of a part, whose status is that of its leaves; null if it has none. */
export function boxEdits({ lines, status }: Part, boxes: Boxes): LineEdit[] | null {
  const sign = boxes[status];
  const found = lines.flatMap((line, at) => (BOX.test(line) ? [at] : []));
  if (sign === undefined || found.length === 0) return null;
  const [own, leaf] = found;
  const changed = status === "IN_PROGRESS" ? [own, leaf] : found;
  return [...new Set(changed)].flatMap((at) => {
    const text = at === undefined ? "" : (lines[at] ?? "").replace(BOX, `$1${sign}$3`);
    return at === undefined || text === lines[at] ? [] : [{ at, remove: 1, insert: [text] }];
  });
}

/** Returns the edit that sets a key of the front matter to a value. */
export const yamlEdit = (part: Part, key: string, value: unknown): LineEdit[] | null =>
  frontMatterEdit(
    part,
    key,
    stringify({ [key]: value }, { lineWidth: 0 })
      .trimEnd()
      .split("\n"),
  );

/** Returns the edit that replaces the lines of a key of the front matter, which are added if it is missing. */
export function frontMatterEdit(
  { lines }: Pick<Part, "lines">,
  key: string,
  value: readonly string[],
): LineEdit[] | null {
  if (lines[0]?.trim() !== "---") return null;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  if (end === -1) return null;
  const at = lines.findIndex((line, index) => index > 0 && index < end && line.startsWith(`${key}:`));
  if (at === -1) return [{ at: end, remove: 0, insert: value }];
  let next = at + 1;
  while (next < end && /^(?:\s|-\s|$)/.test(lines[next] ?? "")) next++;
  return [{ at, remove: next - at, insert: value }];
}
