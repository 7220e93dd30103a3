import { alignment } from "../../markdown/alignment.ts";
import type { Words } from "./discussion-edits.ts";

/** A selection, in the source and on screen. */
export interface Selected extends Words {
  box: DOMRect;
}

/** Returns the selected words of a rendered text, if any. */
export function selectedWords(text: Element, source: string): Selected | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const pieces = [...text.querySelectorAll<HTMLElement>("[data-from]")].flatMap((piece) => {
    if (!range.intersectsNode(piece)) return [];
    const value = piece.textContent;
    const begin = piece.contains(range.startContainer)
      ? offsetIn(piece, range.startContainer, range.startOffset)
      : 0;
    const end = piece.contains(range.endContainer)
      ? offsetIn(piece, range.endContainer, range.endOffset)
      : value.length;
    return begin < end ? [{ piece, value, begin, end }] : [];
  });
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return null;
  const from = placesOf(first, source)[first.begin] ?? 0;
  const trimmed = trim(source, from, endOf(last, source));
  return trimmed && { ...trimmed, box: range.getBoundingClientRect() };
}

interface Part {
  piece: HTMLElement;
  value: string;
  end: number;
}

/** Counts the characters before a place; a chunk of coloured code has several text nodes. */
function offsetIn(piece: HTMLElement, node: Node, offset: number): number {
  const before = document.createRange();
  before.selectNodeContents(piece);
  before.setEnd(node, offset);
  return before.toString().length;
}

const placesOf = ({ piece, value }: Pick<Part, "piece" | "value">, source: string) =>
  alignment(source, { value, from: Number(piece.dataset.from), to: Number(piece.dataset.to) });

/** Returns the source offset after the last selected character. */
function endOf(part: Part, source: string): number {
  const places = placesOf(part, source);
  const last = places[part.end - 1] ?? 0;
  const isWhole = part.end === part.value.length || source[last] === "&";
  return isWhole ? (places[part.end] ?? last + 1) : last + 1;
}

/** Trims spaces, and includes an escaping backslash. */
function trim(source: string, from: number, to: number): Words | null {
  while (from < to && /\s/.test(source.charAt(from))) from++;
  while (to > from && /\s/.test(source.charAt(to - 1))) to--;
  const isEscaped = source[from - 1] === "\\" && /[!-/:-@[-`{-~]/.test(source.charAt(from));
  return from < to ? { from: isEscaped ? from - 1 : from, to } : null;
}
