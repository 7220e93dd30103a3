import { isAscii, locatedTermsOf, type Term } from "../../full-text/terms.ts";
import type { Clause } from "../../storage/full-text.ts";

/** UTF-16 units of an excerpt, before its first hit, and searched for hits. */
const size = 240;
const before = 60;
const mostRead = 64 * 1024;

/** Returns an excerpt around the first hit, with hit ranges. */
export function excerptOf(
  text: string,
  clauses: readonly Clause[],
): { excerpt: string; highlights: [number, number][] } {
  const hits = hitsIn(text.slice(0, mostRead), clauses);
  const first = hits[0]?.[0] ?? 0;
  let start = Math.max(0, first - before);
  if (start > 0) start = afterSpace(text, start, first);
  let end = Math.min(text.length, Math.max(start + size, hits[0]?.[1] ?? 0));
  if (splits(text, end)) end++;
  const highlights = hits
    .filter((hit) => hit[0] >= start && hit[1] <= end)
    .map(([from, to]): [number, number] => [from - start, to - start]);
  return { excerpt: text.slice(start, end), highlights };
}

/** Tests for a cut within a surrogate pair. */
const splits = (text: string, at: number) =>
  at > 0 && at < text.length && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;

/** Returns the start of the next word, if near. */
function afterSpace(text: string, start: number, end: number): number {
  const at = text.slice(start, end).search(/\s\S/);
  if (at >= 0) return start + at + 1;
  return splits(text, start) ? start + 1 : start;
}

/** Returns merged hit ranges within an excerpt's size, reading little beyond. */
function hitsIn(text: string, clauses: readonly Clause[]): [number, number][] {
  const terms: Term[] = [];
  const hits: [number, number][] = [];
  const from = startOfHits(text, clauses);
  for (const placed of locatedTermsOf(text.slice(from))) {
    const term = { ...placed, start: placed.start + from, end: placed.end + from };
    if (hits[0] && term.start > hits[0][1] + size) break;
    terms.push(term);
    for (const clause of clauses) {
      const first = terms[terms.length - clause.terms.length];
      if (first && isAt(terms, terms.length - clause.terms.length, clause))
        hits.push([first.start, term.end]);
    }
  }
  return merged(hits);
}

/** Returns an offset before any hit; for ASCII, the start of the first candidate word. */
function startOfHits(text: string, clauses: readonly Clause[]): number {
  if (!isAscii(text)) return 0;
  const lower = text.toLowerCase();
  const hits = clauses.map(({ terms: [first = ""] }) => lower.indexOf(first)).filter((at) => at >= 0);
  let at = Math.min(text.length, ...hits);
  while (at > 0 && /\S/.test(text.charAt(at - 1))) at--;
  return at;
}

function isAt(terms: readonly { text: string }[], at: number, { terms: wanted, isPrefix }: Clause): boolean {
  return wanted.every((term, n) => {
    const own = terms[at + n]?.text ?? "";
    return isPrefix && n === wanted.length - 1 ? own.startsWith(term) : own === term;
  });
}

function merged(hits: [number, number][]): [number, number][] {
  const all: [number, number][] = [];
  for (const hit of hits.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = all.at(-1);
    if (last && hit[0] <= last[1]) last[1] = Math.max(last[1], hit[1]);
    else all.push([...hit]);
  }
  return all;
}
