import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Notice, Place } from "../format.ts";
import { textOf } from "./utf8.ts";

/** A JSON file whose values know where they stand. */
export interface JsonSource {
  root: Node | undefined;
  /** What is no JSON; comments and commas at an end are read. */
  problems: Notice[];
  /** Properties whose object has a later one of the same name, which counts. */
  repeats(): Notice[];
  placeOf(node: Node): Place;
  /** Returns a value's line, from 1. */
  lineOf(node: Node): number;
}

const mark = "\uFEFF";

/** Reads a JSON file; null unless it is UTF-8. */
export function jsonSource(path: string, bytes: Uint8Array): JsonSource | null {
  const raw = textOf(bytes);
  if (raw === null) return null;
  const text = raw.startsWith(mark) ? raw.slice(1) : raw;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const begins = lineBegins(text);
  const lineAt = (offset: number) => lineIndex(begins, offset) + 1;
  const byteAt = byteOffsets(text, begins, bytes.length - (raw.length - text.length) * 3);
  const shift = raw === text ? 0 : 3;
  return {
    root,
    problems: errors.map(({ error, offset }) => {
      const line = lineAt(offset);
      const words = printParseErrorCode(error)
        .replace(/(?<=[a-z])(?=[A-Z])/gu, " ")
        .toLowerCase();
      return { file: path, line, text: lineText(text, begins, line), why: `no JSON: ${words}` };
    }),
    repeats: () =>
      repeatsIn(root).map((key) => ({
        file: path,
        line: lineAt(key.offset),
        text: String(key.value),
        why: repeated,
      })),
    placeOf: ({ offset, length }) => ({
      path,
      from: byteAt(offset) + shift,
      to: byteAt(offset + length) + shift,
    }),
    lineOf: ({ offset }) => lineAt(offset),
  };
}

export const repeated =
  "its object has another one of this name below, which alone is read; an export gives the file back";

/** Returns the names of properties that another one of their object hides, in the order of the file. */
export function repeatsIn(node: Node | undefined): Node[] {
  const last = new Map<unknown, Node>();
  return (node?.children ?? []).flatMap((child) => {
    if (child.type !== "property") return repeatsIn(child);
    const [key, value] = child.children ?? [];
    const hidden = last.get(key?.value);
    if (key) last.set(key.value, key);
    return [...(hidden ? [hidden] : []), ...repeatsIn(value)];
  });
}

const lineText = (text: string, begins: readonly number[], line: number) =>
  text
    .slice(begins[line - 1] ?? 0, begins[line] ?? text.length)
    .trim()
    .slice(0, 200);

function lineBegins(text: string): number[] {
  const begins = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) begins.push(at + 1);
  return begins;
}

/** Returns the index of the line that holds an offset. */
function lineIndex(begins: readonly number[], offset: number): number {
  let [low, high] = [0, begins.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((begins[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

const utf8 = new TextEncoder();

/** Returns a function from offsets in a text to those in its UTF-8. */
function byteOffsets(
  text: string,
  begins: readonly number[],
  byteLength: number,
): (offset: number) => number {
  if (byteLength === text.length) return (offset) => offset;
  let bytes = 0;
  const ofLine = begins.map((begin, line) => {
    const before = bytes;
    bytes += utf8.encode(text.slice(begin, begins[line + 1] ?? text.length)).length;
    return before;
  });
  return (offset) => {
    const line = lineIndex(begins, offset);
    return (ofLine[line] ?? 0) + utf8.encode(text.slice(begins[line] ?? 0, offset)).length;
  };
}

/** A property of an object: the last of its name counts, as in JavaScript. */
export interface JsonField {
  node: Node;
  value: unknown;
}

/** Returns an object's properties by name; null for any other value. */
export function fieldsOf(node: Node | undefined): Map<string, JsonField> | null {
  if (node?.type !== "object") return null;
  const fields = new Map<string, JsonField>();
  for (const { children: [key, value] = [] } of node.children ?? [])
    if (key && value) fields.set(String(key.value), { node: value, value: getNodeValue(value) });
  return fields;
}

/** Returns an array's items; [] for any other value. */
export const itemsOf = (node: Node | undefined): readonly Node[] =>
  node?.type === "array" ? (node.children ?? []) : [];
