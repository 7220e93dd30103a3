import { acceptanceCriteria } from "@groundplan/contract";
import type { Drafted } from "./drafted.ts";
import type { Planted } from "./planted.ts";

/** What is counted of a draft. */
export interface Score {
  facts: number;
  /** Facts of which a criterion quotes words. */
  cited: number;
  /** Numbers of criteria that stand in none of their quotes, and names in backticks that stand in nothing read. */
  invented: number;
  traps: number;
  fell: number;
  criteria: number;
  assumed: number;
}

/** Characters of a fact that a quote must hold. */
const leastShared = 10;

export function scoreOf({ sources, traps }: Planted, { specs, said }: Drafted): Score {
  const criteria = specs.flatMap(criteriaOf);
  const quotes = criteria.flatMap((one) => one.quotes);
  const facts = sources.flatMap((source) => source.facts);
  const titles = specs.map(({ title }) => title);
  const wholeText = [said, ...specs.flatMap(({ title, content }) => [title, content])].join("\n");
  const fell = traps.filter(({ kind, mark }) => {
    if (kind === "order") return mark.test(wholeText);
    const claimed = criteria.filter(({ isAssumed }) => kind !== "open" || !isAssumed).map(({ text }) => text);
    return [...(kind === "open" ? [] : titles), ...claimed].some((text) => mark.test(text) && !denies(text));
  });
  const numbers = criteria.flatMap(({ text, quotes: own, isAssumed }) =>
    isAssumed
      ? []
      : numbersIn(text).filter((number) => !own.some((quote) => numbersIn(quote).includes(number))),
  );
  return {
    facts: facts.length,
    cited: facts.filter((fact) => quotes.some((quote) => share(quote, fact))).length,
    invented: numbers.length + specs.reduce((sum, { unseen = [] }) => sum + unseen.length, 0),
    traps: traps.length,
    fell: fell.length,
    criteria: criteria.length,
    assumed: criteria.filter(({ isAssumed }) => isAssumed).length,
  };
}

/** Returns a spec's criteria with the words that they quote. */
const criteriaOf = ({ content, from }: Drafted["specs"][number]) =>
  acceptanceCriteria(content).map(({ text }, at) => {
    const own = from.filter(({ criterion }) => criterion === at + 1);
    const quotes = own.flatMap((entry) => ("quote" in entry ? entry.quote : []));
    return { text, quotes, isAssumed: quotes.length === 0 };
  });

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,:]\d+)*/g) ?? [];

/** Tests for words that say that something is not done. */
const denies = (text: string) => /\b(not?|without|never|out of scope|excluded)\b/i.test(text);

/** Tests whether a quote holds enough words of a fact. */
const share = (quote: string, fact: string): boolean => {
  if (quote.includes(fact) || fact.includes(quote)) return true;
  for (let length = Math.min(quote.length, fact.length); length >= leastShared; length--)
    if (quote.startsWith(fact.slice(-length)) || quote.endsWith(fact.slice(0, length))) return true;
  return false;
};
