import { z } from "zod";
import { day, person, provider } from "../common.ts";
import { CriterionSource } from "../knowledge/quotes.ts";
import { dateTime } from "../text.ts";
import { evidenceResult, evidenceTrust } from "../work/evidence.ts";
import { SpecLabel } from "./labels.ts";
import { grade, priority, specStatus } from "./spec-values.ts";

/** The claim that is held on a spec. */
export const SpecClaim = z
  .object({ id: z.string(), agent: z.string().nullable(), holder: person, until: dateTime() })
  .meta({ id: "SpecClaim" });
export type SpecClaim = z.infer<typeof SpecClaim>;

const origin = z
  .object({
    suggestionId: z.string(),
    runId: z.string().optional().describe("The run of the planning agent that made the suggestion."),
  })
  .nullable()
  .meta({ id: "SpecOrigin", description: "The suggestion that it was part of." });

const specFields = {
  id: z.string(),
  shortId: z.string().describe("The handle within its plan, `SPEC-<n>`."),
  title: z.string(),
  content: z.string().describe("Markdown, with numbered acceptance criteria."),
  status: specStatus,
  parentSpecId: z.string().nullable(),
  parentShortId: z.string().nullable(),
  needsFirst: z.array(z.string()).describe("Handles of specs of the same plan."),
  effort: grade().nullable(),
  effortLabel: z.string().nullable(),
  readiness: grade().nullable().describe("1 to 5: set by a person, otherwise computed."),
  readinessLabel: z.string().nullable(),
  assigneeUserId: z.string().nullable(),
  assigneeActive: z
    .boolean()
    .optional()
    .describe("False if the assignee can't read the plan any more; absent without an assignee."),
  labels: z.array(SpecLabel).describe("By name."),
  priority: priority().describe("1 urgent, 2 high, 3 medium, 4 low; 0 for none."),
  dueDate: day().nullable(),
  externalRef: z.string().nullable().describe("Where an import found it; unique in its plan."),
  revision: z.int().describe("Counts the changes of title and content."),
  claim: SpecClaim.nullable().describe("Null if nobody holds it."),
  awaitsReview: z.boolean().describe("True while it waits for a reviewer's pass."),
  origin,
  createdAt: dateTime(),
  updatedAt: dateTime(),
};

export const Spec = z
  .object({
    ...specFields,
    deletedAt: dateTime().optional().describe("There for a deleted spec only."),
    deletedBy: person
      .optional()
      .describe("Who deleted it; for deleted specs only, null if the account is gone."),
  })
  .meta({ id: "Spec" });
export type Spec = z.infer<typeof Spec>;

export const SpecWithCriteria = z
  .object({
    ...specFields,
    acceptanceCriteria: z.array(
      z.object({
        id: z.string().nullable(),
        text: z.string(),
        line: z.int().describe("The line of `content` that it begins in, from 1."),
        checked: z.boolean().optional().describe("The state of its box; absent if it has none."),
        evidence: z
          .object({ result: evidenceResult, trust: evidenceTrust, at: dateTime() })
          .nullable()
          .describe("The newest for its words."),
        from: z.array(CriterionSource).describe("Where its words come from, at most 5."),
      }),
    ),
    doneWhen: z
      .array(z.string())
      .meta({ deprecated: true })
      .describe("The texts of `acceptanceCriteria`; use that instead."),
    external: z.array(z.object({ provider, key: z.string(), url: z.string() })),
  })
  .meta({ id: "SpecWithCriteria" });
export type SpecWithCriteria = z.infer<typeof SpecWithCriteria>;

/** What a rule of the rubric found. */
export const readinessReason = z
  .object({
    code: z.string().describe("The code of the rule that found something; rules may be added."),
    text: z.string().describe("The text that was found."),
    line: z
      .int()
      .positive()
      .nullable()
      .describe("The line of the content, from 1; null where no line can be named."),
    fix: z.string().describe("What the author can do about it."),
  })
  .meta({ id: "ReadinessReason" });

/** A spec without its texts, as `Prefer: return=minimal` asks for it. */
export const SpecSummary = z
  .object({
    planShortId: z.string(),
    shortId: z.string(),
    status: specStatus,
    revision: z.int(),
    readiness: grade().nullable(),
    readinessLabel: z.string().nullable(),
    reasons: z.array(z.object({ code: z.string(), text: z.string() })),
  })
  .meta({ id: "SpecSummary" });
export type SpecSummary = z.infer<typeof SpecSummary>;

/** The answer of operations on one spec. */
export const specReply = z.object({ spec: SpecWithCriteria }).meta({ id: "SpecReply" });
