import { fold } from "../fold.ts";

/** A term with its range in the text, in UTF-16 units. */
export interface Term {
  text: string;
  start: number;
  end: number;
}

/** UTF-16 units; the rest of a longer word is not searchable. */
export const mostOfTerm = 100;

/** Fast path for ASCII. */
const asciiWords = /[a-z0-9]+/g;
/** ASCII up to white space, or any other run without it: folding never crosses white space. */
const runs = /[\0-\x7f]+(?=\s|$)|\S+/g;
const words = /[\p{L}\p{M}\p{N}]+/gu;
/**
 * Scripts without spaces between words, with their extensions (the long vowel mark is kana). A lone mark is
 * no letter.
 */
const letter = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]--\p{M}]`;
const other = String.raw`[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]`;
const unspaced = new RegExp(letter, "v");
const parts = new RegExp(String.raw`${letter}\p{M}*|(?:${other}|\p{M})+`, "gv");

/**
 * Returns a text's folded terms in order. Words of Han, kana and Hangul become single characters and pairs,
 * so that any substring is a sequence of terms. Both databases index exactly these.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [run] of text.matchAll(runs)) {
    const folded = foldedRun(run);
    if (isAscii(folded)) for (const word of folded.match(asciiWords) ?? []) terms.push(bounded(word));
    else for (const { from, to } of rangesIn(folded)) terms.push(bounded(folded.slice(from, to)));
  }
  return terms;
}

/** Yields the same terms with their positions, more slowly. */
export function* locatedTermsOf(text: string): Generator<Term> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    const folded = foldedRun(run);
    const rangeOf = rangesBefore(run, folded);
    for (const { from, to } of rangesIn(folded)) {
      const start = index + rangeOf(from).start;
      yield { text: bounded(folded.slice(from, to)), start, end: index + rangeOf(to - 1).end };
    }
  }
}

/**
 * Invisible characters within words: soft hyphens, joiners, bidi marks. A zero-width space ends a word (UAX
 * #29, rule WB4).
 */
const unseen = /[\p{Cf}--\u200b]/gv;

const seen = (text: string) => text.replace(unseen, "");

const foldedRun = (run: string) => (isAscii(run) ? run.toLowerCase() : fold(seen(run)));

export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Returns the ranges of terms in a folded text. */
function* rangesIn(folded: string): Generator<{ from: number; to: number }> {
  if (isAscii(folded)) {
    for (const { 0: word, index } of folded.matchAll(asciiWords))
      yield { from: index, to: index + word.length };
    return;
  }
  for (const { 0: word, index } of folded.matchAll(words))
    for (const { from, to } of split(word)) yield { from: index + from, to: index + to };
}

/** Returns the ranges of a word's terms. */
function* split(word: string): Generator<{ from: number; to: number }> {
  if (!unspaced.test(word)) return yield { from: 0, to: word.length };
  let before: { from: number; to: number } | null = null;
  for (const { 0: part, index: from } of word.matchAll(parts)) {
    const range = { from, to: from + part.length };
    const isSingle = unspaced.test(part);
    if (isSingle && before) yield { from: before.from, to: range.to };
    yield range;
    before = isSingle ? range : null;
  }
}

function bounded(term: string): string {
  if (term.length <= mostOfTerm) return term;
  const splits = (term.charCodeAt(mostOfTerm - 1) & 0xfc00) === 0xd800;
  return term.slice(0, splits ? mostOfTerm - 1 : mostOfTerm);
}

type RangeOf = (at: number) => { start: number; end: number };

/** Returns a function from offsets in the folded form to the original range. */
function rangesBefore(chunk: string, folded: string): RangeOf {
  if (isAscii(chunk)) return (at) => ({ start: at, end: at + 1 });
  // A letter with its marks usually folds by itself; otherwise the whole chunk is the range.
  const starts: number[] = [];
  const ends: number[] = [];
  let pieces = "";
  for (const { 0: cluster, index } of chunk.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const piece = fold(seen(cluster));
    for (let n = 0; n < piece.length; n++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
    pieces += piece;
  }
  if (pieces !== folded) return () => ({ start: 0, end: chunk.length });
  return (at) => ({ start: starts[at] ?? 0, end: ends[at] ?? chunk.length });
}
