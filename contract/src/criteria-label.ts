/** An acceptance criterion: the label that its author gave it, if any, and its markdown without label and marker. */
export type Criterion = { id: string | null; text: string };

// A letter first, a digit last (one letter may follow), at most 40 characters and that letter: AC-1, REQ-2.3b.
const NAME = "(\\p{L}[\\p{L}\\p{Nd}._#-]{0,38}?\\p{Nd}\\p{L}?)";
// **AC-1:** and **AC-1**: (also in italics and with underscores).
const WRAPPED = new RegExp(`^(\\*{1,3}|_{1,3})${NAME}(?:[:：][ \\t]*\\1|\\1[:：])\\s*`, "u");
// AC-1: and **AC-1: with more bold text**. A colon with no space after it is part of a word, as in host1:80.
const PLAIN = new RegExp(`^(\\*{1,3}|_{1,3}|)${NAME}(?::(?=\\s|$)|：)\\s*`, "u");
const BOX = /^\[[ xX]\](?=\s|$)\s*/;

/** Splits an item's text into label and text, and removes a task-list box. */
export function toCriterion(item: string): Criterion {
  const text = withoutBox(item.trim());
  const wrapped = text.startsWith("*") || text.startsWith("_") ? WRAPPED.exec(text) : null;
  if (wrapped) return { id: wrapped[2] ?? null, text: text.slice(wrapped[0].length) };
  const plain = PLAIN.exec(text);
  if (plain) return { id: plain[2] ?? null, text: `${plain[1]}${text.slice(plain[0].length)}` };
  return { id: null, text };
}

function withoutBox(text: string): string {
  return text.startsWith("[") ? text.replace(BOX, "") : text;
}
