import type { Element, ElementContent, Root, RootContent, Text } from "hast";
import { alignment } from "./alignment.ts";

/** A handle that isn't part of a longer word, path or address. */
const handles =
  /(?<![\p{L}\p{N}_/.:@-])(?:PLAN-[1-9]\d{0,9}(?:\/SPEC-[1-9]\d{0,9})?|SPEC-[1-9]\d{0,9})(?![\p{L}\p{N}_/-]|[.:@][\p{L}\p{N}])/gu;

/** Their text is code, or a link already. */
const leftAlone = /^(?:a|code|pre)$/;

/** Further plans and specs of a text stay plain, since each is looked up. */
const most = 200;

/** Wraps the handles of plans and specs in `data` elements; `known` are those so far. */
export function markHandles(parent: Root | Element, source: string, known = new Set<string>()): void {
  const children = (parent.children as RootContent[]).flatMap((child): RootContent[] => {
    if (child.type === "text") return piecesOf(child, source, known);
    if (child.type === "element" && !leftAlone.test(child.tagName)) markHandles(child, source, known);
    return [child];
  });
  parent.children = children as ElementContent[];
}

function piecesOf(text: Text, source: string, known: Set<string>): (Text | Element)[] {
  const found = [...text.value.matchAll(handles)].filter(([handle]) => {
    if (known.size < most) known.add(handle);
    return known.has(handle);
  });
  const { position } = text;
  const [from, to] = [position?.start.offset, position?.end.offset];
  if (found.length === 0 || !position || from === undefined || to === undefined) return [text];
  const places = alignment(source, { value: text.value, from, to });
  /** What is hidden behind a character, such as a backslash, belongs to the next. */
  const endOf = (index: number) => {
    const last = places[index - 1] ?? from;
    return source[last] === "&" ? places[index] : last + 1;
  };
  const pieceOf = (begin: number, end: number): Text => {
    const [start, stop] = [Object.assign({}, position.start), Object.assign({}, position.end)];
    if (begin > 0) start.offset = endOf(begin);
    if (end < text.value.length) stop.offset = endOf(end);
    return { type: "text", value: text.value.slice(begin, end), position: { start, end: stop } };
  };
  let last = 0;
  const pieces = found.flatMap(({ 0: handle, index }): (Text | Element)[] => {
    const before = pieceOf(last, index);
    last = index + handle.length;
    return [
      ...(before.value === "" ? [] : [before]),
      { type: "element", tagName: "data", properties: { value: handle }, children: [pieceOf(index, last)] },
    ];
  });
  return last === text.value.length ? pieces : [...pieces, pieceOf(last, text.value.length)];
}
