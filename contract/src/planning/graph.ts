import { z } from "zod";
import { flag, nextCursor, page, planParams, reference } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { SpecClaim } from "./spec.ts";
import { grade, specStatus } from "./spec-values.ts";

const tag = "Graph";

const effort = z.int().min(1).max(5).nullable();
const handle = z.string().meta({
  id: "GraphHandle",
  description: "`SPEC-<n>` in the plan of the path, `PLAN-<n>/SPEC-<n>` in a sub-plan.",
});

export const GraphNode = z
  .object({
    planShortId: z.string(),
    specShortId: z.string(),
    title: z.string(),
    effort,
    readiness: grade().nullable(),
    status: specStatus,
    wave: z
      .int()
      .nullable()
      .describe(
        "The wave, from 0 (can be built now); null for finished nodes and those that a cycle blocks.",
      ),
    slack: z
      .int()
      .nullable()
      .describe("The effort units by which it can start later without delaying the end of the whole."),
    critical: z.boolean().describe("True if it is open and has no slack: a delay of it delays the whole."),
  })
  .meta({ id: "GraphNode" });
export type GraphNode = z.infer<typeof GraphNode>;

export const getGraph = endpoint({
  id: "plans.graph",
  method: "GET",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/graph",
  summary: "What can be started in a plan and its sub-plans, what comes next, and the critical path",
  description:
    "Open needs in other plans and dependencies between plans hold up what needs them, too; `edges` has neither.",
  tag,
  params: planParams,
  reply: z.object({
    nodes: z
      .array(GraphNode)
      .describe("The specs, plan by plan (the plan of the path first) and by position."),
    edges: z.array(z.object({ from: handle, to: handle })).describe("`from` needs `to` first."),
    waves: z
      .array(z.array(handle))
      .describe("The specs of a wave can be built at the same time, after the waves before."),
    criticalPath: z.array(handle).describe("The critical path, in building order."),
    unestimated: z
      .int()
      .nonnegative()
      .describe("The open specs among `nodes` without an effort; each is computed with as if it had 3."),
    criticalPathUnestimated: z
      .int()
      .nonnegative()
      .describe("The specs of the critical path without an effort."),
    next: z.array(handle).describe("The specs that can be built now: not done, with all their needs done."),
    cycles: z
      .array(z.array(handle))
      .optional()
      .describe(
        "Cycles of open specs that wait for each other, as far as the caller can read them; absent if there are none. Only a move or a restore can make one.",
      ),
  }),
  errors: ["not_found"],
});

export const NextSpec = z
  .object({
    id: z.string(),
    projectSlug: z.string(),
    planShortId: z.string(),
    planName: z.string(),
    specShortId: z.string(),
    title: z.string(),
    effort,
    readiness: z.int().min(1).max(5).nullable(),
    status: specStatus.extract(["TODO", "IN_PROGRESS"]),
    claim: SpecClaim.nullable(),
    awaitsReview: z.boolean(),
  })
  .meta({
    id: "NextSpec",
    description: "A spec that can be built now: it is not done, and all its needs are.",
  });
export type NextSpec = z.infer<typeof NextSpec>;

export const NextCycle = z
  .object({
    specs: z.array(z.string()).describe("`PLAN-<n>/SPEC-<n>` of each spec that the caller can read."),
    message: z.string().describe("The cycle in a sentence for people."),
  })
  .meta({ id: "NextCycle", description: "Open specs that wait for each other: none of them can be built." });
export type NextCycle = z.infer<typeof NextCycle>;

const gradeInQuery = () =>
  z
    .string()
    .refine((value) => /^[1-5]$/.test(value), "must be a whole number from 1 to 5")
    .transform(Number)
    .meta({ type: "integer", minimum: 1, maximum: 5 });

export const listNext = endpoint({
  id: "next.list",
  method: "GET",
  path: "/v1/next",
  summary: "List the specs that can be built now, in all plans that the caller can read",
  description:
    "Free specs, then claimed ones; each oldest plan first, by position in it. A spec that is claimed or released between two pages may come twice, none is missed.",
  tag,
  query: z.strictObject({
    projectSlug: z.string().optional().describe("Only specs of this project."),
    planShortId: reference().optional().describe("Only specs of this plan, without its sub-plans."),
    minReadiness: gradeInQuery().optional(),
    maxEffort: gradeInQuery().optional().describe("A spec without an effort passes."),
    awaitsReview: flag()
      .optional()
      .describe("With `true` only the specs that wait for a reviewer's pass; otherwise none of them."),
    status: z.enum(["TODO", "IN_PROGRESS", "all"]).optional().describe("`all` by default."),
    ...page,
  }),
  reply: z.object({
    specs: z.array(NextSpec),
    cycles: z
      .array(NextCycle)
      .optional()
      .describe("On the first page: cycles of specs that wait for each other; absent if there are none."),
    nextCursor,
  }),
  errors: ["not_found"],
});
