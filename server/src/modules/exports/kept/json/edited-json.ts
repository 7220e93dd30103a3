import { parseTree } from "jsonc-parser";
import type { Item } from "../items.ts";
import { isUnchanged } from "../items.ts";
import type { Addition } from "../kept-format.ts";
import { lineEdits } from "../line-edits.ts";
import { type Editing, goneWithAnother, leftNotes, noPlaceFor } from "../notes.ts";
import type { JsonFormat, Values } from "./json-format.ts";
import {
  applyEdits,
  itemBehind,
  propertyEdits,
  type Range,
  removals,
  type TextEdit,
} from "./object-edits.ts";

type Behind = Extract<Addition, { after: unknown }>;

/** Returns a file of JSON, or of a JSON object a line, with the changes of its parts. */
export function editedJson(
  bytes: Buffer,
  parts: readonly Item[],
  behind: readonly Behind[],
  format: JsonFormat,
  editing: Editing,
): string {
  const text = bytes.toString();
  const ranges = rangesOf(bytes, text.length, parts);
  const rangeOf = (item: Item): Range => ranges.get(item) ?? { offset: 0, length: text.length };
  const gone = parts.filter(({ here }) => here === null).map(rangeOf);
  const edits = [
    ...removals(
      text,
      gone.filter((range) => !isLine(text, range)),
    ),
    ...gone.filter((range) => isLine(text, range)).map((range) => wholeLine(text, range)),
  ];
  for (const item of parts) {
    if (item.here === null || (item.place.from !== null && isInside(rangeOf(item), gone))) {
      if (item.here !== null) editing.notes.push(goneWithAnother(item));
      continue;
    }
    if (!isUnchanged(item)) edits.push(...editsOf(item, text, rangeOf(item), format, editing));
  }
  for (const { after, block } of behind) {
    const item = parts.find(({ spec }) => spec?.id === after.id);
    if (!item) continue;
    const range = rangeOf(item);
    const end = range.offset + range.length;
    if (!isLine(text, range)) edits.push(itemBehind(text, range, block));
    else edits.push({ from: end, to: end, text: `\n${JSON.stringify(JSON.parse(block))}` });
  }
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, text: edit.text.replace(/\r?\n/g, end) })),
  );
}

/** Returns the characters of each part, whose places are bytes. */
function rangesOf(bytes: Buffer, length: number, parts: readonly Item[]): Map<Item, Range> {
  const places = parts.flatMap(({ place: { from, to } }) => [from ?? 0, to ?? bytes.length]);
  const offsets = new Map([[0, 0]]);
  let [at, characters] = [0, 0];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    characters += bytes.toString("utf8", at, place).length;
    at = place;
    offsets.set(place, characters);
  }
  return new Map(
    parts.map((item) => {
      const offset = offsets.get(item.place.from ?? 0) ?? 0;
      const end = item.place.to === null ? length : (offsets.get(item.place.to) ?? length);
      return [item, { offset, length: end - offset }];
    }),
  );
}

const isInside = ({ offset, length }: Range, outer: readonly Range[]) =>
  outer.some((one) => one.offset <= offset && offset + length <= one.offset + one.length);

function editsOf(item: Item, text: string, range: Range, format: JsonFormat, editing: Editing): TextEdit[] {
  const own = text.slice(range.offset, range.offset + range.length);
  const object = parseTree(own);
  if (object?.type !== "object" || item.place.from === null) {
    for (const field of item.changed) editing.notes.push(noPlaceFor(item, field));
    if (item.base !== item.here) editing.notes.push(...leftNotes(item, { lost: ["its text"], open: 0 }));
    return [];
  }
  const values = JSON.parse(own) as Values;
  return propertyEdits(own, object, propertiesOf(item, values, format, editing)).map((edit) => ({
    from: edit.from + range.offset,
    to: edit.to + range.offset,
    text: edit.text,
  }));
}

/** Tests for an object that is a line of its own, and no item of a list. */
const isLine = (text: string, { offset, length }: Range) =>
  (offset === 0 || text[offset - 1] === "\n") &&
  !/[[,]\s*$/.test(text.slice(Math.max(0, offset - 100), offset)) &&
  /^\s*(?:\n|$)/.test(text.slice(offset + length, offset + length + 10));

function wholeLine(text: string, { offset, length }: Range): TextEdit {
  const end = text.indexOf("\n", offset + length);
  return { from: offset, to: end === -1 ? text.length : end + 1, text: "" };
}

function propertiesOf(
  item: Item,
  values: Values,
  format: JsonFormat,
  editing: Editing,
): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const field of item.changed) {
    const set = item.fields && format.set(field, item.fields, values);
    if (set) Object.assign(properties, set);
    else editing.notes.push(noPlaceFor(item, field));
  }
  if (item.base !== null && item.here !== null && item.base !== item.here)
    Object.assign(properties, textsOf(item, item.base, item.here, values, format, editing));
  return properties;
}

/** Returns the properties of the text that changed, as if their lines stood below each other. */
function textsOf(
  item: Item,
  base: string,
  here: string,
  values: Values,
  format: JsonFormat,
  { conflicts, notes }: Editing,
): Record<string, string> {
  const names = format.texts.filter((name) => typeof values[name] === "string" && values[name] !== "");
  const owned = names.flatMap((name) =>
    String(values[name])
      .split(/\r?\n/)
      .map((line) => ({ name, line })),
  );
  const file = owned.map(({ line }) => line);
  const { edits, ...left } = lineEdits({ base: base.split("\n"), here: here.split("\n"), file }, conflicts);
  notes.push(...leftNotes(item, left));
  const first = format.texts[0] ?? "";
  for (const { at, remove, insert, isBehind } of [...edits].sort(
    (a, b) => b.at - a.at || b.remove - a.remove,
  )) {
    const near = (remove === 0 && isBehind ? owned[at - 1] : owned[at]) ?? owned[at - 1];
    const name = near?.name ?? first;
    owned.splice(at, remove, ...insert.map((line) => ({ name, line })));
  }
  const after = Map.groupBy(owned, ({ name }) => name);
  const texts: Record<string, string> = {};
  for (const name of new Set([...names, ...after.keys()])) {
    const lines = (after.get(name) ?? []).map(({ line }) => line);
    const before = String(values[name] ?? "");
    if (lines.join("\n") === before.replace(/\r\n/g, "\n")) continue;
    texts[name] = lines.join(before.includes("\r\n") ? "\r\n" : "\n");
  }
  return texts;
}
