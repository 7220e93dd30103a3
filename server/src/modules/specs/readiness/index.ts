import { DANGLING_TAKES, danglingDependencies, MANY, rules } from "./rules.ts";
import { readSpec, type SpecInput } from "./spec-text.ts";

/**
 * A reason for a lower grade: the rule's code, the text that was found, its line in the content from 1, and a remedy.
 */
export type Reason = { code: string; text: string; line: number | null; fix: string };

/** The most places of one rule that are listed; all of them count. */
const MOST_LISTED = 10;

/**
 * Grades how ready a spec is to be built, by the rules of `rules.ts`: 1 to 5, that is 5 less the weight of each rule
 * that found something. With a criterion it is 2 at least, without one 2 at most. Pure and the same on every machine;
 * never throws; takes time in proportion to the length of the content. `docs/readiness.md` explains it.
 */
export function readiness(input: SpecInput): { readiness: number; reasons: Reason[] } {
  const spec = readSpec(input);
  const reasons: Reason[] = [];
  let lost = 0;
  for (const rule of rules) {
    const { code, fix, weight, weightOfMany } = rule;
    const found = rule.find(spec);
    if (found.length === 0) continue;
    if (rule !== danglingDependencies) lost += found.length < MANY ? weight : weightOfMany;
    for (const { line, text } of found.slice(0, MOST_LISTED)) reasons.push({ code, text, line, fix });
  }
  const ofText = Math.max(5 - lost, spec.criteria.length > 0 ? 2 : 1);
  return { readiness: afterDangling(ofText, input.danglingNeeds.length > 0), reasons };
}

/**
 * Returns the grade of a spec from that of its text. Dangling dependencies are found without the text, so that the
 * text's grade can be stored and yet follow the needed specs. They take nothing from 2 and 1.
 */
export function afterDangling(ofText: number, isDangling: boolean): number {
  return isDangling ? Math.max(ofText - DANGLING_TAKES, Math.min(ofText, 2)) : ofText;
}
