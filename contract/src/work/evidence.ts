import { z } from "zod";
import { namedCredential, nextCursor, page, person, specParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, name, text } from "../text.ts";

const tag = "Work";
const path = "/v1/projects/{projectSlug}/plans/{planShortId}/specs/{specShortId}/evidence";

export const evidenceResult = z.enum(["passed", "failed", "not_run"]).meta({ id: "EvidenceResult" });
const kind = z.enum(["run", "commit", "artifact", "review"]);

/** Who vouches: a person in the console, somebody else than who worked on the spec, or who did. */
export const evidenceTrust = z.enum(["told", "other", "person"]).meta({
  id: "EvidenceTrust",
  description:
    "`person`: given in the console; `told`: by somebody who claimed or started the spec, or nobody did; `other`: by anybody else.",
});
export type EvidenceTrust = z.infer<typeof evidenceTrust>;

export const newEvidence = z
  .strictObject({
    criterion: z
      .union([name(), z.int().min(1)])
      .describe("The criterion's label, such as `AC-1`, or its number from 1."),
    result: evidenceResult,
    kind,
    ref: name(500).describe("What to look at, such as an address or a commit."),
    checks: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .optional()
      .describe("The assertions of a run; one that passed needs at least 1."),
    note: text(2000).optional(),
  })
  .refine(({ kind, result, checks = 0 }) => kind !== "run" || result !== "passed" || checks > 0, {
    path: ["checks"],
    message: "must be at least 1: a run that asserted nothing proves nothing",
  })
  .meta({ id: "NewEvidence" });
export type NewEvidence = z.infer<typeof newEvidence>;

export const evidenceList = z.array(newEvidence).min(1).max(50);

/** Criteria by label, or by number if they have none. */
export const openCriteria = z
  .array(z.union([z.string(), z.int()]))
  .describe("Labels, or else numbers, of criteria without evidence that they pass.");

export const Evidence = z
  .object({
    id: z.string(),
    criterion: z.object({ id: z.string().nullable(), text: z.string(), number: z.int() }),
    result: evidenceResult,
    kind,
    ref: z.string(),
    checks: z.int().nullable(),
    note: z.string().nullable(),
    trust: evidenceTrust,
    valid: z.boolean().describe("False once the criterion's words have changed."),
    author: person,
    credential: namedCredential,
    claimId: z.string().optional(),
    createdAt: dateTime(),
  })
  .meta({ id: "Evidence", description: "What shows that a criterion is met, bound to its words." });
export type Evidence = z.infer<typeof Evidence>;

export const addEvidence = endpoint({
  id: "evidence.add",
  method: "POST",
  path,
  summary: "Add evidence for criteria of a spec",
  description:
    "Evidence is never changed or deleted; a later one for the same criterion replaces it. A reviewer's finishes a spec that awaits review, or sends it back to `TODO`.",
  tag,
  params: specParams,
  body: z.strictObject({ evidence: evidenceList }),
  reply: z.object({ evidence: z.array(Evidence), open: openCriteria }),
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived", "question_open"],
});

export const listEvidence = endpoint({
  id: "evidence.list",
  method: "GET",
  path,
  summary: "List the evidence of a spec, newest first",
  tag,
  params: specParams,
  query: z.strictObject(page),
  reply: z.object({ evidence: z.array(Evidence), open: openCriteria, nextCursor }),
  errors: ["not_found"],
});
