import { foldSpace } from "@groundplan/contract";
import { similarity } from "../../../anchors/similarity.ts";
import { takeTurns } from "../../../dispatch/concurrency/take-turns.ts";
import type { Db } from "../../../storage/dialect.ts";
import { eachChunk, sliceCharacters, type TextOf } from "../texts.ts";

/** Characters of the nearest words. */
const mostShown = 200;
/** Words in a row that a text must share with a quote. */
const run = 4;
/** Places compared per quote. */
const mostCompared = 100;
/** UTF-16 units at the end of a chunk in which a run may begin. */
const overlap = 400;

interface Word {
  word: string;
  start: number;
  end: number;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/** Returns each run of words with the number of its first one. */
const runsOf = (words: readonly Word[]): [run: string, at: number][] =>
  words.slice(run - 1).map((_, at) => [
    words
      .slice(at, at + run)
      .map(({ word }) => word)
      .join(" "),
    at,
  ]);

/**
 * Returns the words of a text that are most similar to quotes that it doesn't have, folded and cut; none for a
 * quote without four words in a row that are in the text. Compares around the first such run only.
 */
export async function nearestWords(
  db: Db,
  text: TextOf,
  quotes: readonly string[],
): Promise<Map<string, string>> {
  const open = new Map<string, Set<string>>();
  for (const quote of quotes)
    for (const [words] of runsOf(wordsOf(quote))) {
      const asked = open.get(words) ?? new Set();
      open.set(words, asked.add(quote));
    }
  const nearest = new Map<string, string>();
  const turn = takeTurns();
  let [before, last] = ["", ""];
  let found = new Set<string>();
  for await (const chunk of eachChunk(db, text)) {
    // Found in the last chunk: what follows belongs to its surroundings.
    for (const quote of found) nearest.set(quote, mostSimilar(before + last + chunk.text, quote));
    found = new Set();
    for (const [words] of runsOf(wordsOf(last.slice(-overlap) + chunk.text)))
      for (const quote of open.get(words) ?? []) if (!nearest.has(quote)) found.add(quote);
    [before, last] = [last, chunk.text];
    if (nearest.size === quotes.length) break;
    await turn();
  }
  for (const quote of found) nearest.set(quote, mostSimilar(before + last, quote));
  return nearest;
}

/** Returns the part of a text that is most similar to a quote, among those with a run of its words. */
function mostSimilar(text: string, quote: string): string {
  const [words, quoted] = [wordsOf(text), wordsOf(quote)];
  const places = new Map(runsOf(quoted));
  const begins = new Set<number>();
  for (const [shared, at] of runsOf(words)) {
    const place = places.get(shared);
    if (place !== undefined && begins.size < mostCompared) begins.add(at - place);
  }
  let best = { part: "", alike: -1 };
  for (const begin of begins) {
    const start = words[Math.max(0, begin)]?.start ?? 0;
    const end = words[Math.min(words.length, begin + quoted.length) - 1]?.end ?? text.length;
    const part = foldSpace(text.slice(start, end));
    const alike = similarity(part, quote);
    if (alike > best.alike) best = { part, alike };
  }
  return sliceCharacters(best.part, 0, mostShown);
}
