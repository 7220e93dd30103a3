import type { Clause } from "../storage/full-text.ts";
import { longestPhrase } from "./parts.ts";
import { termsOf } from "./terms.ts";

/**
 * Reads what a person searches for: words, `"…"` for a phrase, a `*` at the end of a word for a prefix. Nothing else is
 * an operator, and a quote that nothing closes ends with the text. A run without spaces is one word, however many terms
 * it has.
 */
export function phrasesOf(query: string): Clause[] {
  const found = query.split('"').flatMap((part, n) => {
    if (n % 2 === 1) return clauseOf(part, false);
    return part.split(/\s+/).map((word) => clauseOf(word, word.endsWith("*")));
  });
  return distinct(found.filter(({ terms }) => terms.length > 0));
}

/** Returns the clauses that find phrases, none of which is longer than what parts of the index share. */
export const clausesOf = (phrases: readonly Clause[]): Clause[] =>
  distinct(phrases.flatMap((phrase) => [...windows(phrase)]));

const clauseOf = (text: string, isPrefix: boolean): Clause => ({ terms: termsOf(text), isPrefix });

const distinct = (clauses: readonly Clause[]): Clause[] => [
  ...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values(),
];

/**
 * Splits a phrase into windows, each of which begins with the last term of the one before it: any two terms that follow
 * one another do so in one of them. The last has the end of the phrase, and as many terms as the others.
 */
function* windows({ terms, isPrefix }: Clause): Generator<Clause> {
  for (let at = 0; at + longestPhrase < terms.length; at += longestPhrase - 1)
    yield { terms: terms.slice(at, at + longestPhrase), isPrefix: false };
  yield { terms: terms.slice(-longestPhrase), isPrefix };
}
