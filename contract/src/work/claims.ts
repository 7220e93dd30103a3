import { z } from "zod";
import { flag, namedCredential, nextCursor, page, person, reference } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { threadState } from "../people/threads.ts";
import { Brief, claimBudget } from "../planning/brief.ts";
import { SpecSummary } from "../planning/spec.ts";
import { grade } from "../planning/spec-values.ts";
import { dateTime, text } from "../text.ts";
import { evidenceList, openCriteria } from "./evidence.ts";

const tag = "Work";
const claimPath = "/v1/claims/{claimId}";
const params = z.strictObject({ claimId: z.string() });

export const claimState = z.enum(["held", "completed", "released", "expired", "ended"]).meta({
  id: "ClaimState",
  description: "`expired`: its lease ran out; `ended`: the service took it back.",
});
export type ClaimState = z.infer<typeof claimState>;

export const Claim = z
  .object({
    id: z.string(),
    fence: z.int().describe("Counts the claims of the spec; `<id>.<fence>` is the `Claim` header."),
    state: claimState,
    projectSlug: z.string(),
    planShortId: z.string(),
    specShortId: z.string(),
    specId: z.string(),
    agent: z.string().nullable(),
    holder: person,
    credential: namedCredential,
    note: z.string().nullable(),
    until: dateTime().describe("The end of the lease."),
    createdAt: dateTime(),
    endedAt: dateTime().optional(),
  })
  .meta({ id: "Claim", description: "A spec that one agent works on, until its lease runs out." });
export type Claim = z.infer<typeof Claim>;

const minutes = () => z.int().min(1).max(480).optional();
const note = () => text(2000).optional();

/** Fields that choose a spec, and make no sense beside a named one. */
const choosing = ["projectSlug", "planShortId", "maxEffort", "minReadiness"] as const;

const takeBody = z
  .strictObject({
    spec: reference().optional().describe("`PLAN-<n>/SPEC-<n>` or an id; otherwise the service chooses."),
    projectSlug: z.string().optional(),
    planShortId: reference().optional().describe("Only specs of this plan, without its sub-plans."),
    maxEffort: grade().optional().describe("A spec without an effort passes."),
    minReadiness: grade().optional().describe("4 by default."),
    minutes: minutes().describe("The lease; 30 by default."),
    agent: text(80).optional(),
    budget: claimBudget().describe("Tokens of the brief, from 500; 4,000 by default, 0 for none."),
  })
  .superRefine((body, context) => {
    if (body.spec === undefined) return;
    for (const field of choosing.filter((name) => body[name] !== undefined))
      context.addIssue({
        code: "custom",
        path: [field],
        message: "can't stand beside `spec`, which already says what to claim",
      });
  })
  .meta({ id: "TakeClaim" });
export type TakeClaim = z.infer<typeof takeBody>;

const ClaimWithBrief = z.object({ claim: Claim, brief: Brief.nullable() }).meta({ id: "ClaimWithBrief" });
export type ClaimWithBrief = z.infer<typeof ClaimWithBrief>;

export const takeClaim = endpoint({
  id: "claims.take",
  method: "POST",
  path: "/v1/claims",
  summary: "Claim a spec to work on",
  description:
    "Takes the named spec, or chooses one that can be started. Beside `spec`, only `minutes`, `agent` and `budget` are accepted. The spec becomes `IN_PROGRESS`.",
  tag,
  body: takeBody,
  reply: ClaimWithBrief,
  status: 201,
  errors: [
    ...([
      "not_found",
      "forbidden",
      "plan_archived",
      "plan_template",
      "invalid_transition",
      "claim_held",
    ] as const),
    ...(["awaits_review", "question_open", "needs_open"] as const),
    ...(["nothing_to_claim", "too_many_claims"] as const),
  ],
});

export const listClaims = endpoint({
  id: "claims.list",
  method: "GET",
  path: "/v1/claims",
  summary: "List claims, newest first",
  tag,
  query: z.strictObject({
    ...page,
    state: z
      .enum([...claimState.options, "all"])
      .optional()
      .describe("`held` by default."),
    mine: flag().optional().describe("With `true`, only the caller's own."),
    own: flag().optional().describe("With `true`, only those taken with this credential."),
    projectSlug: z.string().optional(),
    planShortId: reference().optional(),
  }),
  reply: z.object({ claims: z.array(Claim), nextCursor }),
  errors: ["not_found"],
});

export const getClaim = endpoint({
  id: "claims.get",
  method: "GET",
  path: claimPath,
  summary: "Read a claim",
  tag,
  params,
  reply: z.object({ claim: Claim }),
  errors: ["not_found"],
});

export const renewClaim = endpoint({
  id: "claims.renew",
  method: "POST",
  path: `${claimPath}/renew`,
  summary: "Renew a claim's lease",
  tag,
  params,
  body: z.strictObject({ minutes: minutes().describe("As before by default."), note: note() }),
  bodyOptional: true,
  reply: z.object({
    claim: Claim,
    revision: z.int().describe("The spec's current revision."),
    changed: z.boolean().describe("True if the spec's text has changed since the claim was taken."),
    questions: z
      .array(
        z.object({
          threadId: z.string(),
          state: threadState,
          answer: z
            .object({ option: z.int().optional(), body: z.string(), by: person })
            .nullable()
            .describe("Null if it is open, or was closed unanswered; `body` has at most 2000 characters."),
        }),
      )
      .describe("All questions asked with the claim's header."),
  }),
  errors: ["not_found", "forbidden", "plan_archived", "claim_lost"],
});

const completed = z.object({
  claim: Claim,
  spec: SpecSummary,
  open: openCriteria,
  next: ClaimWithBrief.nullable().optional(),
});

export const completeClaim = endpoint({
  id: "claims.complete",
  method: "POST",
  path: `${claimPath}/complete`,
  summary: "Complete a claim, and claim the next spec",
  description:
    "The spec becomes `DONE`, or awaits its review if only a reviewer's pass is missing. `next` is null when there is nothing to claim.",
  tag,
  params,
  body: z.strictObject({ evidence: evidenceList.optional(), note: note(), next: takeBody.optional() }),
  bodyOptional: true,
  reply: completed,
  minimalReply: completed,
  errors: [
    ...(["not_found", "forbidden", "plan_archived", "claim_lost", "invalid_transition"] as const),
    ...(["claim_held", "question_open", "evidence_missing", "needs_open", "too_many_claims"] as const),
  ],
});

export const releaseClaim = endpoint({
  id: "claims.release",
  method: "POST",
  path: `${claimPath}/release`,
  summary: "Release a claim",
  description: "The spec becomes `TODO`. Also for owners of the plan.",
  tag,
  params,
  body: z.strictObject({ note: note() }),
  bodyOptional: true,
  reply: z.object({ claim: Claim }),
  errors: ["not_found", "forbidden", "plan_archived", "claim_lost"],
});
