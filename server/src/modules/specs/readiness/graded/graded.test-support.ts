import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { acceptanceCriteria } from "@groundplan/contract";
import { z } from "zod";
import { earlierCriteria } from "../../../../../../contract/src/criteria/earlier-rules.test-support.ts";
import { readiness } from "../index.ts";
import { hasOpenQuestions } from "../plan-questions.ts";
import { rules } from "../rules.ts";
import type { Compared } from "./agreement.ts";

export const samples = join(import.meta.dirname, "../../../../../../../shared/samples");
export const samplesAreThere = existsSync(samples);

/** A spec with an engineer's grade and reasons, given without knowledge of the rubric's. */
const gradedSpec = z.strictObject({
  id: z.string().regex(/^[wh]\d{3}$/),
  title: z.string().min(1),
  /** Absent if `sample` and `lines` (inclusive) refer to the content. */
  content: z.string().optional(),
  sample: z.string().optional(),
  lines: z.tuple([z.int().positive(), z.int().positive()]).optional(),
  effort: z.int().min(1).max(5).optional(),
  planDescription: z.string().optional(),
  cancelledNeeds: z.array(z.string()).optional(),
  grade: z.int().min(1).max(5),
  reasons: z.array(z.enum(rules.map(({ code }) => code))),
  about: z.string(),
});

type GradedSpec = z.infer<typeof gradedSpec>;

/** The two halves: the rubric was tuned with the first, and measured, at the end, with the second. */
export type Half = "working" | "held-out";

export function gradedSpecs(half: Half): GradedSpec[] {
  const text = readFileSync(join(import.meta.dirname, `${half}.json`), "utf8");
  return z.array(gradedSpec).parse(JSON.parse(text));
}

/**
 * Grades a half, except specs whose bullets or scenarios were no criteria for the engineer, and absent
 * samples.
 */
export function compared(half: Half): Compared[] {
  return gradedSpecs(half)
    .filter(({ sample }) => samplesAreThere || sample === undefined)
    .filter((spec) => earlierCriteria(contentOf(spec)).length === acceptanceCriteria(contentOf(spec)).length)
    .map((spec) => {
      const { id, title, grade, reasons } = spec;
      const graded = readiness({
        title,
        content: contentOf(spec),
        effort: spec.effort ?? null,
        danglingNeeds: spec.cancelledNeeds ?? [],
        planIsOpen: hasOpenQuestions(spec.planDescription ?? null),
      });
      const found = [...new Set(graded.reasons.map(({ code }) => code))];
      // Vague words are not listed without criteria.
      const isBare = reasons.includes("missing-criteria") && found.includes("missing-criteria");
      const named = isBare ? reasons.filter((code) => code !== "vague-words") : reasons;
      return { id, engineer: { grade, reasons: named }, rubric: { grade: graded.readiness, reasons: found } };
    });
}

function contentOf({ content, sample, lines }: GradedSpec): string {
  if (content !== undefined) return content;
  const [first = 1, last = 1] = lines ?? [];
  const all = readFileSync(join(samples, sample ?? ""), "utf8").split("\n");
  return all.slice(first - 1, last).join("\n");
}
