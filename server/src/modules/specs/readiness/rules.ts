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

/** The number of places from which a rule takes its second weight. */
export const MANY = 3;

export type Rule = {
  readonly code: string;
  readonly looksAt: string;
  readonly why: string;
  readonly fix: string;
  /** The grades that the rule takes for one or two places, and for many. */
  readonly weight: number;
  readonly weightOfMany: number;
  readonly find: (spec: SpecText) => Finding[];
};

/** The grades that dangling dependencies take, however many there are. */
export const DANGLING_TAKES = 2;

/** The only rule that looks at other specs than the graded one. */
export const danglingDependencies: Rule = {
  code: "dangling-dependencies",
  looksAt: "specs of the same plan that are needed first and cancelled",
  why: "The work waits for something that never comes.",
  fix: "Remove the dependency, or make it one on the spec that took the place.",
  weight: DANGLING_TAKES,
  weightOfMany: DANGLING_TAKES,
  find: ({ danglingNeeds }) =>
    danglingNeeds.map((handle) => ({ line: null, text: `${handle} is needed first, but is cancelled.` })),
};

/** The whole rubric, in the order of the reasons. `docs/readiness.md` prints it. */
export const rules: readonly Rule[] = [
  {
    code: "missing-criteria",
    looksAt: "whether there is a numbered acceptance criterion without an open question",
    why: "Without criteria nobody can say when the work is done.",
    fix: "Add a heading “Acceptance criteria” and below it a numbered list of outcomes that can be checked.",
    weight: 3,
    weightOfMany: 3,
    find: missingCriteria,
  },
  {
    code: "open-questions",
    looksAt:
      "sentences that end in a question mark, TBD, TODO, FIXME, “open question:”, entries under “Open questions”",
    why: "Who builds it would have to guess the answer.",
    fix: "Decide it and write the decision down in place of the question.",
    weight: 2,
    weightOfMany: 3,
    find: openQuestions,
  },
  danglingDependencies,
  {
    code: "untestable-criteria",
    looksAt:
      "criteria without a text, of a single word, or with a way out (“if possible”, “etc”, “works as expected”)",
    why: "No test can tell whether such a criterion is met.",
    fix: "Say what has to be seen, for which input; leave out what isn't promised.",
    weight: 1,
    weightOfMany: 2,
    find: untestableCriteria,
  },
  {
    code: "vague-words",
    looksAt:
      "judgements (“fast”, “user-friendly”, “gracefully”) without a number, in the criteria; without any, in the text",
    why: "Two people would judge them differently.",
    fix: "Put what is measured or seen in place of the word: a number with its unit, a message, a state.",
    weight: 1,
    weightOfMany: 2,
    find: vagueWords,
  },
  {
    code: "no-failure-path",
    looksAt:
      "whether a criterion speaks about what goes wrong: errors, missing or wrong input, timeouts, refusals",
    why: "Failures that nobody described are decided in the code, if at all.",
    fix: "Add a criterion such as “If the file can't be read, then the import stops and names the file.”",
    weight: 1,
    weightOfMany: 1,
    find: noFailurePath,
  },
  {
    code: "too-many-criteria",
    looksAt: `more than ${MOST_CRITERIA} criteria`,
    why: "So much can't be built and reviewed in one piece.",
    fix: "Split the spec, and let the parts need each other.",
    weight: 1,
    weightOfMany: 1,
    find: tooManyCriteria,
  },
  {
    code: "too-few-criteria",
    looksAt: `fewer than ${LEAST_CRITERIA_OF_HIGH_EFFORT} criteria where the effort is high (4 or 5)`,
    why: "Much work with little to check it by hides what is expected.",
    fix: "Add criteria for the parts of the work, or lower the effort.",
    weight: 1,
    weightOfMany: 1,
    find: tooFewCriteria,
  },
  {
    code: "too-short",
    looksAt: `less than ${SHORTEST} letters of text, headings and open questions apart`,
    why: "Who builds it has nothing to go by.",
    fix: "Say what is to be built, for whom and why.",
    weight: 1,
    weightOfMany: 1,
    find: tooShort,
  },
  {
    code: "too-long",
    looksAt: `more than ${LONGEST} characters of text, code and quotations apart, or more than is read`,
    why: "What matters is lost in it.",
    fix: "Split the spec, or move the background into the plan's context.",
    weight: 1,
    weightOfMany: 1,
    find: tooLong,
  },
];
