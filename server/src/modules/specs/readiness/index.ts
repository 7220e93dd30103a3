import { MANY, rules } from "./rules.ts";
import { readSpec, type SpecInput } from "./spec-text.ts";

export type Grade = 1 | 2 | 3 | 4 | 5;

/** Why a spec isn't graded better: a rule's code, what was found, its line in the content from 1, and what to do. */
export type Reason = { code: string; text: string; line: number | null; fix: string };

/** So many places of one rule are listed; all of them count. */
const MOST_LISTED = 10;

/**
 * How ready a spec is to be built, by the rules of `rules.ts`: 5 less the weight of each rule that found something.
 * With a criterion it is 2 at least, without one 2 at most. Pure and the same on every machine; never throws; takes
 * time in proportion to the length of the content. `docs/readiness.md` explains it.
 */
export function readiness(input: SpecInput): { readiness: Grade; reasons: Reason[] } {
  const spec = readSpec(input);
  const reasons: Reason[] = [];
  let lost = 0;
  for (const { code, fix, weight, weightOfMany, find } of rules) {
    const found = find(spec);
    if (found.length === 0) continue;
    lost += found.length < MANY ? weight : weightOfMany;
    for (const { line, text } of found.slice(0, MOST_LISTED)) reasons.push({ code, text, line, fix });
  }
  return { readiness: gradeOf(5 - lost, spec.criteria.length > 0 ? 2 : 1), reasons };
}

function gradeOf(points: number, least: 1 | 2): Grade {
  if (points >= 5) return 5;
  if (points === 4) return 4;
  if (points === 3) return 3;
  return points === 2 ? 2 : least;
}
