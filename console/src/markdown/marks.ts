import type { Element, ElementContent, Root, RootContent, Text } from "hast";
import { alignment } from "./alignment.ts";

/** A highlighted source range, in UTF-16 units. */
export interface Mark {
  /** A thread's or suggestion's id; absent for a draft. */
  id: string;
  from: number;
  to: number;
  isActive: boolean;
  /** The suggested replacement. */
  inserted?: string;
}

interface Marking {
  source: string;
  marks: readonly Mark[];
  /** Marks with a replacement not yet placed. */
  waiting: Set<Mark>;
}

/** Adds source offsets to text chunks and highlights the marks. Hidden text can't be marked. */
export function markText(tree: Root, source: string, marks: readonly Mark[]): void {
  const waiting = new Set(marks.filter(({ inserted }) => inserted !== undefined));
  walk(tree, { source, marks, waiting });
  for (const mark of waiting) insertBehind(tree, mark);
}

function walk(parent: Root | Element, marking: Marking): void {
  const marked = (parent.children as RootContent[]).flatMap((child) => {
    if (child.type === "element") walk(child, marking);
    const place = child.type === "text" ? placeOf(child, parent, marking.source) : null;
    return child.type === "text" && place ? piecesOf({ value: child.value, ...place }, marking) : [child];
  });
  parent.children = marked as ElementContent[];
}

/** Returns a text's source range; a code block's begins after its fence. */
function placeOf(text: Text, parent: Root | Element, source: string) {
  const position = text.position ?? (text.value.trim() === "" ? undefined : parent.position);
  const [from, to] = [position?.start.offset, position?.end.offset];
  if (from === undefined || to === undefined || parent.type === "root") return null;
  const line =
    !text.position && /^[`~]{3}/.test(source.slice(from, from + 3)) ? source.indexOf("\n", from) : -1;
  return { from: line < 0 ? from : line + 1, to };
}

function piecesOf(
  text: { value: string; from: number; to: number },
  { source, marks, waiting }: Marking,
): ElementContent[] {
  const { value, from, to } = text;
  const near = marks.filter((mark) => mark.from <= to && mark.to >= from);
  if (near.length === 0) return [piece(value, from, to, [])];
  const places = alignment(source, text);
  const end = places[value.length] ?? to;
  const indexOf = (offset: number) => {
    const found = places.findIndex((place) => place >= offset);
    return found < 0 ? value.length : found;
  };
  const endingAt = (index: number) =>
    near
      .filter((mark) => waiting.has(mark) && mark.to <= end && mark.to >= from && indexOf(mark.to) === index)
      .map((mark) => insertion(mark, waiting));
  const cuts = new Set([0, value.length, ...near.flatMap((mark) => [indexOf(mark.from), indexOf(mark.to)])]);
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.flatMap((at, index) => {
    const next = sorted[index + 1];
    if (next === undefined) return endingAt(at);
    const over = near.filter((mark) => indexOf(mark.from) <= at && indexOf(mark.to) >= next);
    return [...endingAt(at), piece(value.slice(at, next), places[at] ?? from, places[next] ?? to, over)];
  });
}

const stateOf = (marks: readonly Mark[]) => ({
  dataTalk: marks.map(({ id }) => id).join(" "),
  ...(marks.some(({ isActive }) => isActive) ? { dataActive: "" } : {}),
});

const isReplaced = ({ inserted }: Mark) => inserted !== undefined;

const piece = (value: string, from: number, to: number, over: readonly Mark[]): Element => ({
  type: "element",
  tagName: over.length === 0 ? "span" : over.some(isReplaced) ? "del" : "mark",
  properties: { dataFrom: from, dataTo: to, ...(over.length === 0 ? {} : stateOf(over)) },
  children: [{ type: "text", value }],
});

function insertion(mark: Mark, waiting?: Set<Mark>): Element {
  waiting?.delete(mark);
  const children: Text[] = [{ type: "text", value: mark.inserted ?? "" }];
  return { type: "element", tagName: "ins", properties: stateOf([mark]), children };
}

/** Inserts the replacement if hidden source follows the replaced words. */
function insertBehind(parent: Root | Element, mark: Mark): boolean {
  for (let index = parent.children.length - 1; index >= 0; index--) {
    const child = parent.children[index];
    if (child?.type !== "element") continue;
    if (child.tagName === "del" && String(child.properties.dataTalk).split(" ").includes(mark.id)) {
      parent.children.splice(index + 1, 0, insertion(mark));
      return true;
    }
    if (insertBehind(child, mark)) return true;
  }
  return false;
}
