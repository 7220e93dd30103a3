import { fold } from "../fold.ts";

/** A term of a text, with its place in the text in UTF-16 units. */
export interface Term {
  text: string;
  start: number;
  end: number;
}

/** The most UTF-16 units of a term. What a longer word has behind them is not searched. */
export const mostOfTerm = 100;

/** The words of a text of ASCII, which most are, are found in a fraction of the time. */
const asciiWords = /[a-z0-9]+/g;
/** Matches as much ASCII as there is until white space, else what white space surrounds: nothing is folded across it. */
const runs = /[\0-\x7f]+(?=\s|$)|\S+/g;
const words = /[\p{L}\p{M}\p{N}]+/gu;
/**
 * The letters of the scripts that put no spaces between words. Their extensions count: the mark of a long vowel is kana,
 * and no part of a Latin word behind it. A mark alone is no letter.
 */
const letter = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]--\p{M}]`;
const other = String.raw`[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]`;
const unspaced = new RegExp(letter, "v");
const parts = new RegExp(String.raw`${letter}\p{M}*|(?:${other}|\p{M})+`, "gv");

/**
 * Returns the terms of a text in their order: its words, folded, so that case and forms of letters don't matter. Words of
 * Han, kana and Hangul are split into single characters, each followed by the pair that it begins: any part of them is
 * then a sequence of terms. Both databases index exactly these terms, so that both find the same.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [run] of text.matchAll(runs)) {
    const folded = foldedRun(run);
    if (isAscii(folded)) for (const word of folded.match(asciiWords) ?? []) terms.push(bounded(word));
    else for (const { from, to } of placesIn(folded)) terms.push(bounded(folded.slice(from, to)));
  }
  return terms;
}

/** Yields the same terms with their places in the text, which takes longer to find out. */
export function* placedTermsOf(text: string): Generator<Term> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    const folded = foldedRun(run);
    const placeOf = placesBefore(run, folded);
    for (const { from, to } of placesIn(folded)) {
      const start = index + placeOf(from).start;
      yield { text: bounded(folded.slice(from, to)), start, end: index + placeOf(to - 1).end };
    }
  }
}

/**
 * Matches what nobody sees in a word and no word ends at: the soft hyphen, joiners, marks of direction. A space of no width
 * ends one (UAX #29, rule WB4).
 */
const unseen = /[\p{Cf}--\u200b]/gv;

const seen = (text: string) => text.replace(unseen, "");

const foldedRun = (run: string) => (isAscii(run) ? run.toLowerCase() : fold(seen(run)));

export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Returns the places of the terms of a folded text. */
function* placesIn(folded: string): Generator<{ from: number; to: number }> {
  if (isAscii(folded)) {
    for (const { 0: word, index } of folded.matchAll(asciiWords))
      yield { from: index, to: index + word.length };
    return;
  }
  for (const { 0: word, index } of folded.matchAll(words))
    for (const { from, to } of split(word)) yield { from: index + from, to: index + to };
}

/** Returns the places of a word's terms. */
function* split(word: string): Generator<{ from: number; to: number }> {
  if (!unspaced.test(word)) return yield { from: 0, to: word.length };
  let before: { from: number; to: number } | null = null;
  for (const { 0: part, index: from } of word.matchAll(parts)) {
    const place = { from, to: from + part.length };
    const isSingle = unspaced.test(part);
    if (isSingle && before) yield { from: before.from, to: place.to };
    yield place;
    before = isSingle ? place : null;
  }
}

function bounded(term: string): string {
  if (term.length <= mostOfTerm) return term;
  const splits = (term.charCodeAt(mostOfTerm - 1) & 0xfc00) === 0xd800;
  return term.slice(0, splits ? mostOfTerm - 1 : mostOfTerm);
}

type PlaceOf = (at: number) => { start: number; end: number };

/** Returns a function that tells which part of a text without white space a unit of its folded form comes from. */
function placesBefore(chunk: string, folded: string): PlaceOf {
  if (isAscii(chunk)) return (at) => ({ start: at, end: at + 1 });
  // A letter with its marks mostly folds by itself; where it does not, the whole chunk is the place.
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
