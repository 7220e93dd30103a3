import { hasCheckable, vagueLines } from "./criteria-rules.ts";
import { DANGLING_TAKES, danglingDependencies, planQuestions, rules } from "./rules.ts";
import { lettersOf, SHORTEST } from "./size-rules.ts";
import { languagesOfLines, readSpec, type SpecInput, type SpecText } from "./spec-text.ts";

/** A reason for a lower grade: rule, finding, line in the content (from 1) and remedy. */
export type Reason = { code: string; text: string; line: number | null; fix: string };

/** Reasons listed; all findings count. */
const MOST_LISTED = 8;

/**
 * Grades a spec's readiness by `rules.ts`: 5 less each violated rule's weight, never lower than without
 * criteria. Pure, deterministic, linear, never throws. See `docs/readiness.md`.
 */
export function readiness(input: SpecInput): { readiness: number; reasons: Reason[] } {
  const spec = readSpec(input);
  const reasonsByRule: Reason[][] = [];
  let lost = 0;
  for (const rule of rules) {
    const { code, fix, weight, many, weightOfMany } = rule;
    const found = rule.find(spec);
    if (found.length === 0) continue;
    if (rule !== danglingDependencies && rule !== planQuestions)
      lost += found.length < many ? weight : weightOfMany;
    reasonsByRule.push(
      found
        .slice(0, MOST_LISTED)
        .map(({ line, text, fix: better }) => ({ code, text, line, fix: better ?? fix })),
    );
  }
  const grade = hasCheckable(spec) ? 5 - lost : 1;
  const ofText = grade >= 2 ? grade : gradeWithoutCriteria(spec);
  return {
    readiness: afterDangling(ofText, input.danglingNeeds.length > 0, spec.planIsOpen),
    reasons: listed(reasonsByRule),
  };
}

/** Returns reasons to list: one per rule, then more of the heaviest. */
function listed(reasonsByRule: readonly Reason[][]): Reason[] {
  let left = MOST_LISTED - reasonsByRule.length;
  return reasonsByRule
    .flatMap(([first, ...more]) => {
      const further = more.slice(0, Math.max(left, 0));
      left -= further.length;
      return first ? [first, ...further] : [];
    })
    .slice(0, MOST_LISTED);
}

/** Returns 2, or 1 if the other text is too short or judges. Criteria never lower it. */
function gradeWithoutCriteria({ background, codeLength }: SpecText): number {
  if (codeLength + lettersOf(background) < SHORTEST) return 1;
  return vagueLines(background, languagesOfLines(background)).length > 0 ? 1 : 2;
}

/**
 * Lowers a text's grade for dangling needs and the plan's open questions, which don't depend on the text, so
 * that its grade can be stored. Doesn't affect 2 and 1.
 */
export function afterDangling(ofText: number, isDangling: boolean, planIsOpen = false): number {
  const afterNeeds = isDangling ? lowered(ofText) : ofText;
  return planIsOpen ? lowered(afterNeeds) : afterNeeds;
}

const lowered = (grade: number) => Math.max(grade - DANGLING_TAKES, Math.min(grade, 2));
