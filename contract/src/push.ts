import { z } from "zod";
import { nextCursor, page, planParams, provider, reference } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { dateTime } from "./text.ts";

const tag = "Push";
const path = "/v1/projects/{projectSlug}/plans/{planShortId}";

export const pushState = z.enum(["pushed", "unchanged", "partial", "failed", "running", "queued", "dry_run"]);
export type PushState = z.infer<typeof pushState>;

const pushFields = {
  pushId: z.string().nullable().describe("Null for a dry run."),
  status: pushState,
  provider,
  planShortId: z.string(),
  planName: z.string(),
  projectExternalId: z.string().describe("The target: team, project or repository."),
  pushedItemCount: z.int().describe("Plans and specs created or updated by this push."),
  dependencyCount: z.int().describe("Dependencies between specs that this push wrote."),
  containerCount: z.int().describe("Plans in this push."),
  planEdgeCount: z.int().describe("Dependencies between plans that this push wrote."),
  ancestorNames: z.array(z.string()),
  caveats: z.array(z.string()),
  message: z.string(),
  belowReady: z
    .array(
      z.object({
        specShortId: z.string(),
        title: z.string(),
        readinessLabel: z.enum(["Rough", "Shaping", "Ready"]),
        reasons: z.array(z.string()),
        held: z.boolean(),
      }),
    )
    .describe("The first 10 specs below Ready."),
  belowReadyOmitted: z.int(),
  belowReadyUnavailable: z.boolean(),
};

export const Push = z
  .object({
    ...pushFields,
    pushId: z.string(),
    startedAt: dateTime(),
    finishedAt: dateTime().optional(),
    waitsUntil: dateTime()
      .optional()
      .describe("It sleeps until then, for the tracker, and goes on by itself."),
  })
  .meta({ id: "Push" });

export const PushItem = z
  .object({
    kind: z
      .enum(["plan", "spec", "part", "child", "dependency", "plan_dependency"])
      .describe("`part`: holds some children of a parent that has more than the tracker takes."),
    planShortId: z.string().optional(),
    specShortId: z.string().optional(),
    state: z
      .enum(["planned", "sending", "sent", "skipped", "conflict", "failed"])
      .describe("`conflict`: people edited it in the tracker; it was not overwritten."),
    externalKey: z.string().optional(),
    url: z.string().optional(),
    error: z.string().optional(),
  })
  .meta({ id: "PushItem" });

export const PushPreview = z
  .object({
    kind: PushItem.shape.kind,
    planShortId: z.string(),
    specShortId: z.string().optional(),
    action: z
      .enum(["create", "update", "skip", "conflict", "link", "unlink"])
      .describe("`skip`: the tracker says it already. `conflict`: people edited it there."),
    changes: z
      .array(
        z.object({
          field: z.enum(["title", "text", "effort"]),
          conflict: z.boolean(),
          from: z.string().nullable().describe("What the tracker has; of a text null."),
          to: z.string().nullable(),
          diff: z
            .string()
            .optional()
            .describe(
              "Of a text: a unified diff, at most 4,000 characters; left out where hardly a line is alike.",
            ),
        }),
      )
      .optional(),
    externalKey: z.string().optional(),
    url: z.string().optional(),
    reason: z.string().optional(),
  })
  .meta({ id: "PushPreview" });

export const PushResult = z
  .object({
    ...pushFields,
    preview: z.array(PushPreview).optional().describe("Of a dry run: what would be done, item by item."),
  })
  .meta({ id: "PushResult" });
export type PushResult = z.infer<typeof PushResult>;

export const pushPlan = endpoint({
  id: "plans.push",
  method: "POST",
  path: `${path}/push`,
  summary: "Push a plan and its specs to the connected tracker",
  description:
    "Answers within 25 seconds; a longer push goes on (`running`). With `Prefer: respond-async` it answers 202 `queued` at once.",
  tag,
  params: planParams,
  body: z.strictObject({
    provider: provider.optional(),
    dryRun: z.boolean().optional().describe("Say what would happen; write nothing."),
    holdBelowReady: z.boolean().optional().describe("Leave specs below Ready out."),
    specShortIds: z.array(reference()).max(10_000).optional().describe("Only these specs."),
    includeSubPlans: z.boolean().optional().describe("True unless said."),
    onConflict: z
      .enum(["keep", "overwrite"])
      .optional()
      .describe("What becomes of fields that were edited here and in the tracker: `keep` unless said."),
  }),
  bodyOptional: true,
  respondAsync: true,
  reply: z.object({ push: PushResult }),
  errors: [
    "not_found",
    "forbidden",
    "plan_archived",
    "no_target",
    "not_connected",
    "upstream_error",
    "upstream_timeout",
  ],
});

export const listPushes = endpoint({
  id: "pushes.list",
  method: "GET",
  path: `${path}/pushes`,
  summary: "The pushes of a plan, oldest first",
  tag,
  params: planParams,
  query: z.strictObject(page),
  reply: z.object({ pushes: z.array(Push), nextCursor }),
  errors: ["not_found"],
});

export const getPush = endpoint({
  id: "pushes.get",
  method: "GET",
  path: `${path}/pushes/{pushId}`,
  summary: "One push, with the state of each item",
  tag,
  params: planParams.extend({ pushId: z.string().describe("The push's id.") }),
  reply: z.object({ push: Push.extend({ items: z.array(PushItem) }).meta({ id: "PushWithItems" }) }),
  errors: ["not_found"],
});

const onePush = planParams.extend({ pushId: z.string().describe("The push's id.") });

export const cancelPush = endpoint({
  id: "pushes.cancel",
  method: "POST",
  path: `${path}/pushes/{pushId}/cancel`,
  summary: "End a push",
  description:
    "What is under way is finished (at most one batch), nothing new is begun, and what was written stays. A push that has ended is answered as it is.",
  tag,
  params: onePush,
  reply: z.object({ push: Push }),
  errors: ["not_found", "forbidden", "plan_archived"],
});

export const retryPush = endpoint({
  id: "pushes.retry",
  method: "POST",
  path: `${path}/pushes/{pushId}/retry`,
  summary: "Push again what failed or was left, with the same options",
  description: "Also what the tracker could not take before. Starts a push and answers at once.",
  tag,
  params: onePush,
  reply: z.object({ push: Push }),
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived", "not_connected", "invalid_transition"],
});
