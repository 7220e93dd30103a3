import type { Clause } from "../storage/full-text.ts";
import { longestPhrase } from "./parts.ts";
import { termsOf } from "./terms.ts";

/**
 * Parses a search: words, `"…"` for phrases, a trailing `*` for prefixes; no other operators. An unclosed
 * quote extends to the end. A run without spaces is one word.
 */
export function phrasesOf(query: string): Clause[] {
  const found = query.split('"').flatMap((part, n) => {
    if (n % 2 === 1) return clauseOf(part, false);
    return part.split(/\s+/).map((word) => clauseOf(word, word.endsWith("*")));
  });
  return distinct(found.filter(({ terms }) => terms.length > 0));
}

/** Splits phrases into clauses that fit into the overlap of index parts. */
export const clausesOf = (phrases: readonly Clause[]): Clause[] =>
  distinct(phrases.flatMap((phrase) => [...windows(phrase)]));

const clauseOf = (text: string, isPrefix: boolean): Clause => ({ terms: termsOf(text), isPrefix });

const distinct = (clauses: readonly Clause[]): Clause[] => [
  ...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values(),
];

/**
 * Splits a phrase into windows that overlap by one term, so that every adjacent pair lies in one. The last
 * window is full and ends with the phrase.
 */
function* windows({ terms, isPrefix }: Clause): Generator<Clause> {
  for (let at = 0; at + longestPhrase < terms.length; at += longestPhrase - 1)
    yield { terms: terms.slice(at, at + longestPhrase), isPrefix: false };
  yield { terms: terms.slice(-longestPhrase), isPrefix };
}
