import { z } from "zod";
import { nextCursor, page, planParams, provider, reference } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime } from "../text.ts";
import { trackerDetail } from "./connectors.ts";

const tag = "Push";
const path = "/v1/projects/{projectSlug}/plans/{planShortId}";

export const pushState = z.enum(["pushed", "unchanged", "partial", "failed", "running", "queued", "dry_run"]);
export type PushState = z.infer<typeof pushState>;

/** Fields that are compared and written one by one. */
const pushedField = z
  .enum(["title", "text", "effort", "status", ...trackerDetail.options])
  .meta({ id: "PushedField" });

const pushFields = {
  pushId: z.string().nullable().describe("Null for a dry run."),
  status: pushState,
  provider,
  planShortId: z.string(),
  planName: z.string(),
  projectExternalId: z.string().describe("The target: team, project or repository."),
  pushedItemCount: z.int().describe("Plans and specs created or updated."),
  dependencyCount: z.int().describe("Dependencies between specs written."),
  containerCount: z.int().describe("Plans in this push."),
  planEdgeCount: z.int().describe("Dependencies between plans written."),
  ancestorNames: z.array(z.string()),
  caveats: z.array(z.string()),
  message: z.string(),
  belowReady: z
    .array(
      z
        .object({
          planShortId: z
            .string()
            .optional()
            .describe("The spec's old plan; absent if the caller can't read it."),
          specShortId: z.string(),
          title: z.string(),
          readinessLabel: z.enum(["Rough", "Shaping", "Ready"]),
          reasons: z.array(z.string()),
          held: z.boolean(),
        })
        .meta({ id: "BelowReady" }),
    )
    .describe("The first 10 open specs below Ready."),
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
      .describe("The push waits for the tracker until then and continues by itself."),
  })
  .meta({ id: "Push" });

export const PushItem = z
  .object({
    kind: z
      .enum(["plan", "spec", "part", "child", "dependency", "plan_dependency"])
      .describe("`part`: some children of a parent with more than the tracker accepts."),
    planShortId: z.string().optional(),
    specShortId: z.string().optional(),
    state: z
      .enum(["planned", "sending", "sent", "skipped", "conflict", "gone", "released", "failed"])
      .describe(
        "`conflict`: edited in the tracker and not overwritten. `gone`: no longer there. `released`: forgotten (`onGone`).",
      ),
    externalKey: z.string().optional(),
    url: z.string().optional(),
    error: z.string().optional(),
  })
  .meta({ id: "PushItem" });
export type PushItem = z.infer<typeof PushItem>;

export const PushPreview = z
  .object({
    kind: PushItem.shape.kind,
    planShortId: z.string(),
    specShortId: z.string().optional(),
    action: z
      .enum(["create", "update", "skip", "conflict", "gone", "recreate", "release", "link", "unlink"])
      .describe(
        "`skip`: the tracker says it already. `conflict`: edited there. `gone`: no longer there; with `onGone` made again (`recreate`) or forgotten (`release`).",
      ),
    changes: z
      .array(
        z.object({
          field: pushedField,
          conflict: z.boolean(),
          from: z.string().nullable().describe("The tracker's value; null for a text."),
          to: z.string().nullable(),
          diff: z
            .string()
            .optional()
            .describe(
              "For a text: a unified diff, at most 4,000 characters; absent if almost every line differs.",
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
    changedCount: z
      .int()
      .optional()
      .describe("Of a dry run: plans and specs that differ, as in a push status."),
    waitingCount: z.int().optional().describe("Of a dry run: as in a push status."),
    preview: z.array(PushPreview).optional().describe("For a dry run: what would be done, item by item."),
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
  body: z
    .strictObject({
      provider: provider.optional(),
      dryRun: z
        .boolean()
        .optional()
        .describe("With `true` the answer says what would happen, and nothing is written."),
      holdBelowReady: z.boolean().optional().describe("With `true` specs below Ready are left out."),
      specShortIds: z.array(reference()).max(10_000).optional().describe("Only these specs."),
      includeSubPlans: z.boolean().optional().describe("True by default."),
      includeDone: z
        .boolean()
        .optional()
        .describe(
          "With `true` specs that are done or cancelled and were never pushed are pushed too, as are those in `specShortIds`.",
        ),
      onConflict: z
        .enum(["keep", "overwrite"])
        .optional()
        .describe("What to do with fields that were edited both here and in the tracker; `keep` by default."),
      overwriteFields: z
        .array(pushedField)
        .min(1)
        .optional()
        .describe("With `overwrite`: only these fields; all by default."),
      onGone: z
        .enum(["recreate", "release"])
        .optional()
        .describe(
          "For items deleted or hidden in the tracker: `recreate` makes them again, `release` forgets them, so that a later push makes new ones. Without it a caveat names them.",
        ),
    })
    .refine(
      ({ onConflict, overwriteFields }) => overwriteFields === undefined || onConflict === "overwrite",
      {
        path: ["overwriteFields"],
        message: 'goes with `onConflict: "overwrite"`',
      },
    ),
  bodyOptional: true,
  respondAsync: true,
  reply: z.object({ push: PushResult }),
  errors: [
    "not_found",
    "forbidden",
    "plan_archived",
    "plan_template",
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
  summary: "List the pushes of a plan, oldest first",
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
  summary: "Read a push, with the state of each item",
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
  summary: "Cancel a push",
  description:
    "The current batch is finished, and completed writes stay. A push that has ended is returned unchanged.",
  tag,
  params: onePush,
  reply: z.object({ push: Push }),
  errors: ["not_found", "forbidden", "plan_archived"],
});

export const retryPush = endpoint({
  id: "pushes.retry",
  method: "POST",
  path: `${path}/pushes/{pushId}/retry`,
  summary: "Push the failed and remaining items again, with the same options",
  description:
    "Items that the tracker could not take before are included. Starts a push and answers at once.",
  tag,
  params: onePush,
  reply: z.object({ push: Push }),
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived", "not_connected", "invalid_transition"],
});
