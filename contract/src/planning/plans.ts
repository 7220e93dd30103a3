import { z } from "zod";
import {
  Deleted,
  day,
  externalRef,
  flag,
  nextCursor,
  page,
  planParams,
  projectParams,
  provider,
  Removed,
  reference,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { bytes, dateTime, moment, name, text } from "../text.ts";

const tag = "Plans";
const planPath = "/v1/projects/{projectSlug}/plans/{planShortId}";

export const planStatus = z.enum(["PLANNING", "READY", "PUSHED", "BUILDING", "DONE"]);
export const visibility = z.enum(["PRIVATE", "TEAM"]);
export const capability = z.enum(["NONE", "READ", "EDIT", "OWN"]);
export const shareCapability = capability.extract(["READ", "EDIT"]);
export type PlanStatus = z.infer<typeof planStatus>;
export type Visibility = z.infer<typeof visibility>;
export type Capability = z.infer<typeof capability>;
export type ShareCapability = z.infer<typeof shareCapability>;

export const Plan = z
  .object({
    id: z.string(),
    shortId: z.string().describe("The handle, `PLAN-<n>`."),
    archivedAt: dateTime()
      .nullable()
      .describe("Of an archived plan: hidden and scheduled for deletion; writes answer 409."),
    name: z.string(),
    description: z.string().nullable(),
    status: planStatus,
    statusLabel: z.string(),
    projectId: z.string(),
    parentPlanId: z.string().nullable(),
    parentShortId: z.string().nullable().describe("The parent's handle."),
    rootPlanId: z.string(),
    rootShortId: z.string().describe("The handle of the root; a root's own."),
    visibility: visibility.nullable().describe("Null on a sub-plan: inherited from its root."),
    template: z
      .boolean()
      .describe(
        "True in a template, with all its sub-plans: copied by `duplicate`, and worked on only there.",
      ),
    ownerUserId: z.string().nullable(),
    leadUserId: z.string().nullable().describe("Who leads the work; gives no right."),
    leadActive: z
      .boolean()
      .optional()
      .describe("False if the lead can't read the plan any more; absent without a lead."),
    targetDate: day().nullable(),
    capability: capability.describe("The caller's right to the plan."),
    externalRef: z.string().nullable().describe("Where an import found it; unique in its project."),
    position: z.int().describe("Its place among the plans of its project, for `sort=position`."),
    specCount: z.int().describe("The number of the plan's own specs."),
    revision: z.int().describe("Counts the changes of name and description."),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof Plan>;

export const PlanTree = z
  .object({
    plan: Plan,
    get children() {
      return z.array(PlanTree);
    },
  })
  .meta({ id: "PlanTree" });
export type PlanTree = z.infer<typeof PlanTree>;

/** A plan in the list of all projects. */
export const PlanSummary = z
  .object({
    projectSlug: z.string(),
    shortId: z.string().describe("The handle, `PLAN-<n>`."),
    name: z.string(),
    status: planStatus,
    specCount: z.int().describe("The number of the plan's own specs."),
  })
  .meta({ id: "PlanSummary" });
export type PlanSummary = z.infer<typeof PlanSummary>;

export const PushStatus = z
  .object({
    provider,
    total: z.int().describe("Plans and specs, without those left out as done or cancelled."),
    pushedCount: z.int().describe("Items that the tracker has."),
    changedCount: z
      .int()
      .describe("Plans and specs that differ from the last push, also if edited in the tracker."),
    waitingCount: z
      .int()
      .describe(
        "Those of `changedCount` that the next push leaves: by the last push or dry run, their items were edited in the tracker, too, or are read-only.",
      ),
    goneCount: z.int().describe("Pushed items that no longer exist in the tracker (see `onGone` of a push)."),
    lastPushedAt: dateTime().nullable(),
    neverPushed: z.boolean(),
    externalUrl: z.string().nullable(),
    externalKey: z.string().nullable(),
  })
  .meta({ id: "PushStatus" });

const planReply = z.object({ plan: Plan }).meta({ id: "PlanReply" });
const description = bytes(262_144).nullable();
const leadUserId = z
  .string()
  .nullable()
  .optional()
  .meta({ id: "PlanLead", description: "A member who can read the plan, by id; null for nobody." });
const targetDate = day().nullable().optional();
const newExternalRef = externalRef()
  .nullable()
  .optional()
  .describe("Such as `kiro:photo-albums`; null clears it.");

export const listPlans = endpoint({
  id: "plans.list",
  method: "GET",
  path: "/v1/projects/{projectSlug}/plans",
  summary: "List the plans of a project that the caller can read",
  tag,
  params: projectParams,
  query: z.strictObject({
    ...page,
    status: planStatus.optional().describe("Plans of this status only."),
    parent: reference().optional().describe("Handle or id: only its direct sub-plans."),
    archived: flag()
      .optional()
      .describe("With `true` only archived plans are listed; otherwise they are left out."),
    template: flag()
      .optional()
      .describe(
        "With `true` only templates are listed; otherwise they are left out, except below a `parent` and by `externalRef`.",
      ),
    externalRef: externalRef().optional().describe("Only the plan that has this reference."),
    q: text(200).optional().describe("Part of the name, in any case."),
    sort: z.enum(["created", "position"]).optional().describe("By creation, unless `position` is asked for."),
    updatedSince: moment().optional().describe("Only plans that changed at this time or later."),
  }),
  reply: z.object({ plans: z.array(Plan), nextCursor }),
  errors: ["not_found"],
});

export const listAllPlans = endpoint({
  id: "plans.listAll",
  method: "GET",
  path: "/v1/plans",
  summary: "List the plans of all projects that the caller can read",
  description: "The oldest first, without archived ones.",
  tag,
  query: z.strictObject({
    ...page,
    projectSlug: z.string().optional().describe("Only plans of this project."),
    status: planStatus.optional().describe("Plans of this status only."),
    open: flag().optional().describe("With `true` only plans that are not done."),
    template: flag()
      .optional()
      .describe("With `true` only templates are listed; otherwise they are left out."),
  }),
  reply: z.object({ plans: z.array(PlanSummary), nextCursor }),
  errors: ["not_found"],
});

export const createPlan = endpoint({
  id: "plans.create",
  method: "POST",
  path: "/v1/projects/{projectSlug}/plans",
  summary: "Create a plan, or a sub-plan",
  tag,
  params: projectParams,
  body: z.strictObject({
    name: name(),
    parentPlanId: reference().nullable().optional().describe("Handle or id of a plan of the same project."),
    visibility: visibility.optional().describe("For root plans only; `TEAM` by default."),
    description: description.optional(),
    leadUserId,
    targetDate,
    externalRef: newExternalRef,
  }),
  reply: planReply,
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived", "not_root", "external_ref_taken"],
});

export const reorderPlans = endpoint({
  id: "plans.reorder",
  method: "POST",
  path: "/v1/projects/{projectSlug}/plans/reorder",
  summary: "Put the root plans of a project in order",
  description:
    "For members. Archived plans, templates, and those that the caller can't read, keep their place. A replay shows the same order, with the plans as they are then.",
  tag,
  params: projectParams,
  body: z.strictObject({
    planShortIds: z
      .array(reference())
      .max(100_000)
      .describe("All root plans of the project that the caller can read, in the new order."),
  }),
  reply: z.object({ plans: z.array(Plan) }),
  errors: ["not_found", "forbidden", "plan_archived"],
});

export const getPlan = endpoint({
  id: "plans.get",
  method: "GET",
  path: planPath,
  summary: "Read a plan",
  tag,
  params: planParams,
  reply: planReply,
  versioned: "plan",
  errors: ["not_found"],
});

export const findPlan = endpoint({
  id: "plans.find",
  method: "GET",
  path: "/v1/plans/{planShortId}",
  summary: "Find a plan by its handle, in whatever project",
  tag,
  params: planParams.pick({ planShortId: true }),
  reply: planReply.extend({ projectSlug: z.string() }),
  errors: ["not_found"],
});

export const updatePlan = endpoint({
  id: "plans.update",
  method: "PATCH",
  path: planPath,
  summary: "Change a plan",
  tag,
  params: planParams,
  body: z.strictObject({
    name: name().optional(),
    status: planStatus.optional(),
    visibility: visibility.optional().describe("`OWN` only, on the root plan."),
    template: z.boolean().optional().describe("`OWN` only, on the root plan. Claims of a new template end."),
    description: description.optional(),
    leadUserId,
    targetDate,
    externalRef: newExternalRef,
    baseRevision: z.int().positive().optional().describe("The revision the new text was made from."),
  }),
  reply: planReply,
  versioned: "plan",
  errors: [
    "not_found",
    "forbidden",
    "plan_archived",
    "invalid_transition",
    "not_root",
    "external_ref_taken",
    "revision_conflict",
    "precondition_failed",
  ],
});

export const deletePlan = endpoint({
  id: "plans.delete",
  method: "DELETE",
  path: planPath,
  summary: "Delete a plan and its sub-plans at once",
  description: "For plans that are not archived; an archived plan waits for its purge or is restored.",
  tag,
  params: planParams,
  reply: Deleted,
  versioned: "plan",
  errors: ["not_found", "forbidden", "plan_archived", "precondition_failed"],
});

export const archivePlan = endpoint({
  id: "plans.archive",
  method: "POST",
  path: `${planPath}/archive`,
  summary: "Archive a plan and its sub-plans",
  tag,
  params: planParams,
  reply: planReply,
  versioned: "plan",
  errors: ["not_found", "forbidden", "plan_archived", "precondition_failed"],
});

export const restorePlan = endpoint({
  id: "plans.restore",
  method: "POST",
  path: `${planPath}/restore`,
  summary: "Restore an archived plan",
  description: "Brings back the sub-plans that were archived with it. No-op for a plan that is not archived.",
  tag,
  params: planParams,
  reply: planReply,
  versioned: "plan",
  errors: ["not_found", "forbidden", "plan_archived", "precondition_failed"],
});

export const movePlan = endpoint({
  id: "plans.move",
  method: "POST",
  path: `${planPath}/move`,
  summary: "Move a plan under another one, to another project, or make it a root",
  description:
    "Sub-plans, specs, shares, threads, own context sources and tracker items come along. In another project it stands at the end, and its old address is 404.",
  tag,
  params: planParams,
  body: z
    .strictObject({
      projectSlug: z
        .string()
        .optional()
        .describe("The project to move to, as a root unless `parentPlanId` is given."),
      parentPlanId: reference()
        .nullable()
        .optional()
        .describe("Handle or id of a plan of that project; null for a root. Required without `projectSlug`."),
    })
    .refine(({ projectSlug, parentPlanId }) => projectSlug !== undefined || parentPlanId !== undefined, {
      path: ["parentPlanId"],
      message: "is required unless `projectSlug` is given",
    }),
  reply: z.object({
    plan: Plan,
    leftSources: z
      .array(z.object({ id: z.string(), title: z.string() }))
      .optional()
      .describe(
        "After a move to another project: the first 100 of the old project's context sources, which the plan no longer inherits.",
      ),
  }),
  versioned: "plan",
  errors: [
    "not_found",
    "forbidden",
    "plan_archived",
    "dependency_cycle",
    "external_ref_taken",
    "precondition_failed",
  ],
});

export const duplicatePlan = endpoint({
  id: "plans.duplicate",
  method: "POST",
  path: `${planPath}/duplicate`,
  summary: "Copy a plan with its sub-plans and specs",
  description:
    "The copy is a root plan of the caller's, and `PRIVATE` if the plan or its root is, and never a template. Specs keep their numbers, texts, efforts, labels, priorities and the needs among what is copied, and are to do; pictures are copied. Left behind are assignees, lead, dates, `externalRef`, tracker items, claims, evidence, threads, shares, context sources, the prototype and archived sub-plans.",
  tag,
  params: planParams,
  body: z.strictObject({
    name: name()
      .optional()
      .describe("By default the plan's, with `(copy)` after it unless it is a template."),
    projectSlug: z.string().optional().describe("The project of the copy; by default the plan's."),
    withSpecs: z.boolean().optional().describe("`true` by default."),
    withSubPlans: z.boolean().optional().describe("`true` by default."),
  }),
  bodyOptional: true,
  reply: planReply,
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived"],
});

export const getPlanTree = endpoint({
  id: "plans.tree",
  method: "GET",
  path: `${planPath}/tree`,
  summary: "Read a plan with its sub-plans",
  tag,
  params: planParams,
  reply: PlanTree,
  errors: ["not_found"],
});

export const getPushStatus = endpoint({
  id: "plans.pushStatus",
  method: "GET",
  path: `${planPath}/push-status`,
  summary: "Read the push state of a plan and its sub-plans",
  tag,
  params: planParams,
  reply: z.object({ pushStatus: z.array(PushStatus) }),
  errors: ["not_found"],
});

export const Share = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    capability: shareCapability.describe("The right that was granted."),
    effective: shareCapability.describe(
      "The right that the share gives with the person's current role: for a viewer always `READ`.",
    ),
  })
  .meta({ id: "Share" });
export type Share = z.infer<typeof Share>;

const shareParams = planParams.extend({
  userId: z.string().describe("User id or e-mail address."),
});

export const listShares = endpoint({
  id: "shares.list",
  method: "GET",
  path: `${planPath}/shares`,
  summary: "List the people that a plan is shared with",
  tag: "Sharing",
  params: planParams,
  query: z.strictObject(page),
  reply: z.object({ shares: z.array(Share), nextCursor }),
  errors: ["not_found"],
});

export const getShare = endpoint({
  id: "shares.get",
  method: "GET",
  path: `${planPath}/shares/{userId}`,
  summary: "Read the share of a member",
  tag: "Sharing",
  params: shareParams,
  reply: z.object({ share: Share }),
  errors: ["not_found"],
});

export const putShare = endpoint({
  id: "shares.put",
  method: "PUT",
  path: `${planPath}/shares/{userId}`,
  summary: "Share a plan with a member",
  tag: "Sharing",
  params: shareParams,
  body: z.strictObject({ capability: shareCapability }),
  reply: z.object({ share: Share }),
  errors: ["not_found", "forbidden", "plan_archived", "not_root"],
});

export const deleteShare = endpoint({
  id: "shares.delete",
  method: "DELETE",
  path: `${planPath}/shares/{userId}`,
  summary: "End a share",
  tag: "Sharing",
  params: shareParams,
  reply: Removed,
  errors: ["not_found", "forbidden", "plan_archived", "not_root"],
});

export const setPlanOwner = endpoint({
  id: "plans.setOwner",
  method: "POST",
  path: `${planPath}/owner`,
  summary: "Hand a plan over to another member",
  tag: "Sharing",
  params: planParams,
  body: z.strictObject({ userId: reference() }),
  reply: planReply,
  versioned: "plan",
  errors: ["not_found", "forbidden", "plan_archived", "not_root", "precondition_failed"],
});
