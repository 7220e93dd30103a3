import { missingCriteria, noFailurePath, untestableCriteria, vagueWords } from "./criteria-rules.ts";
import { openQuestions } from "./open-questions.ts";
import {
  LEAST_CRITERIA_OF_HIGH_EFFORT,
  LONGEST,
  MOST_CRITERIA,
  SHORTEST,
  tooFewCriteria,
  tooLong,
  tooManyCriteria,
  tooShort,
} from "./size-rules.ts";
import type { Finding, SpecText } from "./spec-text.ts";

export type Rule = {
  readonly code: string;
  readonly looksAt: string;
  readonly why: string;
  readonly fix: string;
  /** Grades deducted below `many` findings, and from then on. */
  readonly weight: number;
  readonly many: number;
  readonly weightOfMany: number;
  readonly find: (spec: SpecText) => Finding[];
};

/** Deduction for dangling needs in any number, and for the plan's open questions. */
export const DANGLING_TAKES = 2;

/** The only rule about other specs. */
export const danglingDependencies: Rule = {
  code: "dangling-dependencies",
  looksAt: "specs of the same plan that are needed first and cancelled",
  why: "The work waits for something that never comes.",
  fix: "Remove the dependency, or make it one on the spec that took the place.",
  weight: DANGLING_TAKES,
  many: 1,
  weightOfMany: DANGLING_TAKES,
  find: ({ danglingNeeds }) =>
    danglingNeeds.map((handle) => ({ line: null, text: `${handle} is needed first, but is cancelled.` })),
};

/** The only rule about the plan. */
export const planQuestions: Rule = {
  code: "open-questions",
  looksAt:
    "entries under “Open questions” or “Requiring clarification” in the description of the spec's plan",
  why: "An answer may change what the spec asks for.",
  fix: "Decide them, or strike those that are settled.",
  weight: DANGLING_TAKES,
  many: 1,
  weightOfMany: DANGLING_TAKES,
  find: ({ planIsOpen }) =>
    planIsOpen ? [{ line: null, text: "The plan's description has open questions." }] : [],
};

/** The whole rubric in the order of reasons, printed in `docs/readiness.md`. */
export const rules: readonly Rule[] = [
  {
    code: "missing-criteria",
    looksAt: "whether there is an acceptance criterion without an open question",
    why: "Without criteria nobody can say when the work is done.",
    fix: "Add a heading “Acceptance criteria” and below it a list of outcomes that can be checked.",
    weight: 3,
    many: 1,
    weightOfMany: 3,
    find: missingCriteria,
  },
  {
    code: "open-questions",
    looksAt:
      "sentences that end in a question mark or put a decision off (“TBD”, “needs a decision”, “not sure whether”, “we'll see”), entries under “Open questions” or “Requiring clarification”",
    why: "Who builds it would have to guess the answer.",
    fix: "Decide it and replace the question with the decision.",
    weight: 2,
    many: 3,
    weightOfMany: 3,
    find: openQuestions,
  },
  planQuestions,
  danglingDependencies,
  {
    code: "untestable-criteria",
    looksAt:
      "criteria without a text, of a single word, that only say that something works or is there, or the title again, or with a way out (“if needed”, “etc”)",
    why: "No test can tell whether such a criterion is met.",
    fix: "State the expected result and for which input; leave out anything that isn't promised.",
    weight: 1,
    many: 2,
    weightOfMany: 2,
    find: untestableCriteria,
  },
  {
    code: "vague-words",
    looksAt:
      "judgements, of taste (“modern”, “touch-friendly”) or without a number (“fast”), in the criteria",
    why: "Two people would judge them differently.",
    fix: "Put what is measured or seen in place of the word: a number with its unit, a message, a state.",
    weight: 1,
    many: 2,
    weightOfMany: 2,
    find: vagueWords,
  },
  {
    code: "no-failure-path",
    looksAt:
      "where input, calls, storage or waiting can fail: whether a criterion speaks about what goes wrong, or must not happen",
    why: "Failures that nobody described are decided in the code, if at all.",
    fix: "Add a criterion such as “If the file can't be read, then the import stops and names the file.”",
    weight: 1,
    many: 1,
    weightOfMany: 1,
    find: noFailurePath,
  },
  {
    code: "too-many-criteria",
    looksAt: `more than ${MOST_CRITERIA} criteria`,
    why: "So much can't be built and reviewed in one piece.",
    fix: "Split the spec, and let the parts need each other.",
    weight: 2,
    many: 1,
    weightOfMany: 2,
    find: tooManyCriteria,
  },
  {
    code: "too-few-criteria",
    looksAt: `fewer than ${LEAST_CRITERIA_OF_HIGH_EFFORT} criteria where the effort is high (4 or 5)`,
    why: "Much work with little to check it by hides what is expected.",
    fix: "Add criteria for the parts of the work, or lower the effort.",
    weight: 2,
    many: 1,
    weightOfMany: 2,
    find: tooFewCriteria,
  },
  {
    code: "too-short",
    looksAt: `less than ${SHORTEST} letters of text and code, headings and open questions apart`,
    why: "Who builds it has nothing to go by.",
    fix: "Say what is to be built, for whom and why.",
    weight: 2,
    many: 1,
    weightOfMany: 2,
    find: tooShort,
  },
  {
    code: "too-long",
    looksAt: `more than ${LONGEST} characters of text, code and quotations apart, or more than is read`,
    why: "What matters is lost in it.",
    fix: "Split the spec, or move the background into the plan's context.",
    weight: 1,
    many: 1,
    weightOfMany: 1,
    find: tooLong,
  },
];
