import { hasCheckable, vagueLines } from "./criteria-rules.ts";
import { DANGLING_TAKES, danglingDependencies, planQuestions, rules } from "./rules.ts";
import { lettersOf, SHORTEST } from "./size-rules.ts";
import { languagesOfLines, readSpec, type SpecInput, type SpecText } from "./spec-text.ts";

/**
 * A reason for a lower grade: the rule's code, the text that was found, its line in the content from 1, and a remedy.
 */
export type Reason = { code: string; text: string; line: number | null; fix: string };

/** The most reasons that are listed; all places count. */
const MOST_LISTED = 8;

/**
 * Grades how ready a spec is to be built, by the rules of `rules.ts`: 1 to 5, that is 5 less the weight of each rule
 * that found something; it is never lower than without the criteria. Pure and the same on every machine; never throws;
 * takes time in proportion to the length of the content. `docs/readiness.md` explains it.
 */
export function readiness(input: SpecInput): { readiness: number; reasons: Reason[] } {
  const spec = readSpec(input);
  const places: Reason[][] = [];
  let lost = 0;
  for (const rule of rules) {
    const { code, fix, weight, many, weightOfMany } = rule;
    const found = rule.find(spec);
    if (found.length === 0) continue;
    if (rule !== danglingDependencies && rule !== planQuestions)
      lost += found.length < many ? weight : weightOfMany;
    places.push(
      found
        .slice(0, MOST_LISTED)
        .map(({ line, text, fix: better }) => ({ code, text, line, fix: better ?? fix })),
    );
  }
  const grade = hasCheckable(spec) ? 5 - lost : 1;
  const ofText = grade >= 2 ? grade : gradeWithoutCriteria(spec);
  return {
    readiness: afterDangling(ofText, input.danglingNeeds.length > 0, spec.planIsOpen),
    reasons: listed(places),
  };
}

/** Returns the reasons to list: the first place of each rule, then further ones of those that weigh most. */
function listed(places: readonly Reason[][]): Reason[] {
  let left = MOST_LISTED - places.length;
  return places
    .flatMap(([first, ...more]) => {
      const further = more.slice(0, Math.max(left, 0));
      left -= further.length;
      return first ? [first, ...further] : [];
    })
    .slice(0, MOST_LISTED);
}

/** Returns 2, or 1 where the text beside the criteria says too little, or judges. Criteria never make it worse. */
function gradeWithoutCriteria({ background, codeLength }: SpecText): number {
  if (codeLength + lettersOf(background) < SHORTEST) return 1;
  return vagueLines(background, languagesOfLines(background)).length > 0 ? 1 : 2;
}

/**
 * Returns the grade of a spec from that of its text. Dangling dependencies and open questions of the plan are found without the
 * text, so that the text's grade can be stored and yet follow them. They take nothing from 2 and 1.
 */
export function afterDangling(ofText: number, isDangling: boolean, planIsOpen = false): number {
  const afterNeeds = isDangling ? lowered(ofText) : ofText;
  return planIsOpen ? lowered(afterNeeds) : afterNeeds;
}

const lowered = (grade: number) => Math.max(grade - DANGLING_TAKES, Math.min(grade, 2));
