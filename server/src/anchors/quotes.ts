import { invalid } from "../errors.ts";
import { lineAt, nearestLine } from "./nearest-line.ts";
import { agreement, type Surroundings } from "./surroundings.ts";

export interface TextRange {
  start: number;
  end: number;
}

/** Occurrences considered. */
const mostRanges = 1000;
/** Occurrences whose lines an error names. */
const mostNamed = 3;

/** Code units up to which V8's search is fast for any words: its shift tables cover the last 250. */
const mostForNativeSearch = 200;

/** Returns up to 1,000 occurrences of words, overlapping ones included. */
export function rangesOf(text: string, exact: string, from = 0, to = text.length): TextRange[] {
  const ranges: TextRange[] = [];
  if (exact === "") return ranges;
  const search = exact.length > mostForNativeSearch ? inLinearTime : natively;
  for (const start of search(text, exact, from)) {
    if (start + exact.length > to || ranges.length === mostRanges) break;
    ranges.push({ start, end: start + exact.length });
  }
  return ranges;
}

function* natively(text: string, words: string, from: number): Generator<number> {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) yield at;
}

/** Searches as Knuth, Morris and Pratt: `indexOf` takes minutes for long words that almost repeat. */
function* inLinearTime(text: string, words: string, from: number): Generator<number> {
  const fallback = new Int32Array(words.length);
  const lengthAfter = (matched: number, unit: number) => {
    let length = matched;
    while (length > 0 && words.charCodeAt(length) !== unit) length = fallback[length - 1] ?? 0;
    return words.charCodeAt(length) === unit ? length + 1 : length;
  };
  for (let index = 1, length = 0; index < words.length; index++) {
    length = lengthAfter(length, words.charCodeAt(index));
    fallback[index] = length;
  }
  for (let index = from, length = 0; index < text.length; index++) {
    length = lengthAfter(length, text.charCodeAt(index));
    if (length < words.length) continue;
    yield index + 1 - length;
    length = fallback[length - 1] ?? 0;
  }
}

/**
 * Returns the only range of words, between a prefix and a suffix if given. `path` points at the words in the
 * body: the 400 for words that are missing or stand several times says how often they stand in the text, and where.
 */
export function onlyRange(
  text: string,
  words: string,
  path: string,
  { prefix, suffix }: Surroundings = { prefix: "", suffix: "" },
): TextRange {
  if (words === "") throw invalid(path, "must not be empty");
  const [range, ...others] = rangesOf(text, prefix + words + suffix);
  if (!range) {
    const near = nearestLine(text, words);
    const where = near ? `; line ${near.number} is the nearest, "${near.text}"` : "";
    throw invalid(path, `stands 0 times in the text: quote it exactly as it is there${where}`);
  }
  if (others.length > 0) {
    const times = others.length + 1 < mostRanges ? others.length + 1 : `at least ${mostRanges}`;
    const lines = [range, ...others].slice(0, mostNamed).map(({ start }) => lineAt(text, start));
    const first = `first in line ${[...new Set(lines)].join(", ")}`;
    throw invalid(path, `stands ${times} times in the text: quote more of the words around it; ${first}`);
  }
  const start = range.start + prefix.length;
  return { start, end: start + words.length };
}

/** Returns the occurrence of words that stand once; undefined otherwise. */
export function soleRange(text: string, words: string): TextRange | undefined {
  const [range, ...others] = rangesOf(text, words);
  return others.length === 0 ? range : undefined;
}

/** Returns the occurrence with the most similar surroundings; the first if equal. */
export function bestRange(
  text: string,
  ranges: readonly TextRange[],
  surroundings: Surroundings,
): (TextRange & { agreement: number }) | undefined {
  let best: (TextRange & { agreement: number }) | undefined;
  for (const range of ranges) {
    const agrees = agreement(text, range.start, range.end, surroundings);
    if (!best || agrees > best.agreement) best = { ...range, agreement: agrees };
  }
  return best;
}
