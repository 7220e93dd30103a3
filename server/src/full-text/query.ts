import type { Clause } from "../storage/full-text.ts";
import { longestPhrase } from "./parts.ts";
import { termsOf } from "./terms.ts";

/**
 * Reads what a person searches for: words, `"…"` for a phrase, a `*` at the end of a word for a prefix. Nothing else is
 * an operator, and a quote that nothing closes ends with the text.
 */
export function clausesOf(query: string): Clause[] {
  const found = query.split('"').flatMap((part, n) => {
    if (n % 2 === 1) return windows(clauseOf(part, false));
    return part.split(/\s+/).flatMap((word) => windows(clauseOf(word, word.endsWith("*"))));
  });
  return [...new Map(found.map((clause) => [JSON.stringify(clause), clause])).values()];
}

const clauseOf = (text: string, isPrefix: boolean): Clause => ({
  terms: termsOf(text),
  isPrefix,
});

/** Splits a phrase that is longer than what parts of the index share into overlapping ones. */
function windows({ terms, isPrefix }: Clause): Clause[] {
  if (terms.length === 0) return [];
  const clauses: Clause[] = [];
  for (let at = 0; at + longestPhrase < terms.length; at++)
    clauses.push({ terms: terms.slice(at, at + longestPhrase), isPrefix: false });
  clauses.push({ terms: terms.slice(-longestPhrase), isPrefix });
  return clauses;
}
