import { z } from "zod";
import {
  Deleted,
  day,
  externalRef,
  flag,
  nextCursor,
  page,
  planParams,
  reference,
  specParams,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { bytes, name } from "../text.ts";
import { readinessReason, Spec, SpecSummary, specReply } from "./spec.ts";
import { filterFields, sortField } from "./spec-filter.ts";
import { grade, priority, specStatus } from "./spec-values.ts";

const tag = "Specs";
const specsPath = "/v1/projects/{projectSlug}/plans/{planShortId}/specs";
const specPath = `${specsPath}/{specShortId}`;
const batchLimit = 8 * 1024 * 1024;

/** Who, what kind and when: fields without versions, which don't count for readiness. */
const workFields = {
  assigneeUserId: z
    .string()
    .nullable()
    .optional()
    .meta({ id: "SpecAssignee", description: "A member who can read the plan, by id; null for nobody." }),
  labelIds: z
    .array(z.string())
    .max(200)
    .optional()
    .meta({ id: "SpecLabelIds", description: "All labels of the spec, by id." }),
  priority: priority().optional(),
  dueDate: day().nullable().optional(),
};

const newSpec = {
  title: name(),
  content: bytes(262_144).default(""),
  ...workFields,
  effort: grade().nullable().optional(),
  readiness: grade().nullable().optional().describe("Null returns to the computed value."),
  status: specStatus.optional(),
  needsFirst: z.array(reference()).max(100).optional().meta({
    id: "SpecNeeds",
    description:
      "Handles or ids of specs of the same plan; `PLAN-<n>/SPEC-<n>` adds a dependency on another plan's spec.",
  }),
  parentSpecId: reference().nullable().optional().describe("Handle or id of a spec of the same plan."),
  externalRef: externalRef().nullable().optional().meta({
    id: "SpecRef",
    description: "Such as `kiro:photo-albums/3`; null clears it.",
  }),
};

const SpecEdit = z.strictObject({
  old: bytes(262_144).describe("The words to replace; they must stand in the text exactly once."),
  new: bytes(262_144),
});
export type SpecEdit = z.infer<typeof SpecEdit>;

const edits = z.array(SpecEdit).min(1).max(100).optional().meta({
  id: "SpecEdits",
  description: "Replacements in `content`, one after the other, instead of sending it whole.",
});
const baseRevision = z.int().positive().optional().describe("The revision the new text was made from.");

const oneShort = z.object({ spec: SpecSummary });
const manyShort = z.object({ specs: z.array(SpecSummary) });

export const listSpecs = endpoint({
  id: "specs.list",
  method: "GET",
  path: specsPath,
  summary: "List the specs of a plan, by position",
  description: "Deleted ones come newest first. What they need waits with them: `needsFirst` is empty.",
  tag,
  params: planParams,
  query: z
    .strictObject({
      ...page,
      ...filterFields,
      sort: sortField("position"),
      externalRef: externalRef().optional().describe("Only the spec that has this reference."),
      awaitsReview: flag().optional().describe("With `true` only the specs that wait for a reviewer's pass."),
      deleted: flag()
        .optional()
        .describe("With `true` only the deleted specs that can still be restored; otherwise none of them."),
    })
    .refine(
      ({ deleted, awaitsReview }) => !(deleted && awaitsReview),
      "can't ask for deleted specs that await a review",
    )
    .refine(
      ({ deleted, externalRef, sort, ...query }) =>
        !(deleted || externalRef !== undefined) ||
        (sort === undefined && Object.keys(query).every((key) => !(key in filterFields))),
      "can't filter or sort deleted specs, or the spec of a reference",
    ),
  reply: z.object({ specs: z.array(Spec), nextCursor }),
  errors: ["not_found"],
  tagged: true,
});

export const createSpec = endpoint({
  id: "specs.create",
  method: "POST",
  path: specsPath,
  summary: "Create a spec",
  tag,
  params: planParams,
  body: z.strictObject(newSpec),
  reply: specReply,
  minimalReply: oneShort,
  status: 201,
  errors: [
    ...(["not_found", "forbidden", "plan_archived", "dependency_cycle"] as const),
    ...(["external_ref_taken", "evidence_missing"] as const),
  ],
});

const BatchSpec = z.strictObject({ ...newSpec, ref: z.string().optional() });
/** A spec to create in a batch. */
export type BatchSpec = z.infer<typeof BatchSpec>;

const ChangedSpec = z.strictObject({
  spec: reference().describe("Handle or id of the spec to change; what is left out stays."),
  title: name().optional(),
  content: bytes(262_144).optional(),
  edits,
  effort: newSpec.effort,
  needsFirst: newSpec.needsFirst,
  ...workFields,
  baseRevision,
});
/** A spec to change in a batch. */
export type ChangedSpec = z.infer<typeof ChangedSpec>;

export const createSpecBatch = endpoint({
  id: "specs.batch",
  method: "POST",
  path: `${specsPath}/batch`,
  summary: "Create and change up to 500 specs, all or nothing",
  description:
    "`needsFirst` and `parentSpecId` take a `ref` of the same batch, before a handle. Answers each spec once, in the order of the list. A replay of more than 1 MiB shows the specs as they are then.",
  tag,
  params: planParams,
  body: z.strictObject({
    specs: z
      .array(z.union([BatchSpec, ChangedSpec]))
      .min(1)
      .max(500),
  }),
  bodyLimit: batchLimit,
  reply: z.object({ specs: z.array(Spec) }),
  minimalReply: manyShort,
  status: 201,
  errors: [
    ...(["not_found", "forbidden", "plan_archived", "dependency_cycle"] as const),
    ...(["external_ref_taken", "revision_conflict", "evidence_missing", "criteria_held"] as const),
  ],
});

export const updateSpecs = endpoint({
  id: "specs.updateMany",
  method: "PATCH",
  path: specsPath,
  summary:
    "Change the status, effort, assignee, labels, priority or due date of up to 500 specs, all or nothing",
  description: "`details` of a refusal names each spec that is in the way.",
  tag,
  params: planParams,
  body: z.strictObject({
    specShortIds: z.array(reference()).min(1).max(500),
    changes: z
      .strictObject({
        status: specStatus.optional(),
        effort: grade().nullable().optional(),
        ...workFields,
        addLabelIds: workFields.labelIds.describe("Labels to add to those that each spec has."),
        removeLabelIds: workFields.labelIds.describe("Labels to take off."),
      })
      .refine((changes) => Object.keys(changes).length > 0, "must have a field to change")
      .refine(
        ({ labelIds, addLabelIds, removeLabelIds }) =>
          labelIds === undefined || (addLabelIds === undefined && removeLabelIds === undefined),
        "can't have `labelIds` beside `addLabelIds` or `removeLabelIds`",
      ),
  }),
  reply: z.object({ specs: z.array(Spec) }),
  minimalReply: manyShort,
  errors: ["not_found", "forbidden", "plan_archived", "claim_held", "question_open", "evidence_missing"],
});

export const reorderSpecs = endpoint({
  id: "specs.reorder",
  method: "POST",
  path: `${specsPath}/reorder`,
  summary: "Put the specs of a plan in order",
  description: "A replay shows the same order, with the specs as they are then.",
  tag,
  params: planParams,
  body: z.strictObject({
    specShortIds: z.array(reference()).max(100_000).describe("All specs of the plan, in the new order."),
  }),
  reply: z.object({ specs: z.array(Spec) }),
  errors: ["not_found", "forbidden", "plan_archived"],
});

export const getSpec = endpoint({
  id: "specs.get",
  method: "GET",
  path: specPath,
  summary: "Read a spec with its acceptance criteria",
  tag,
  params: specParams,
  reply: specReply,
  versioned: "spec",
  errors: ["not_found"],
});

export const updateSpec = endpoint({
  id: "specs.update",
  method: "PATCH",
  path: specPath,
  summary: "Change a spec",
  tag,
  params: specParams,
  body: z.strictObject({
    ...newSpec,
    title: name().optional(),
    content: bytes(262_144).optional(),
    edits,
    ifStatus: specStatus.optional().describe("409 `status_changed` if the spec has another status."),
    baseRevision,
  }),
  reply: specReply,
  minimalReply: oneShort,
  versioned: "spec",
  errors: [
    "not_found",
    "forbidden",
    "plan_archived",
    "dependency_cycle",
    "external_ref_taken",
    "revision_conflict",
    "status_changed",
    "question_open",
    "evidence_missing",
    "criteria_held",
    "precondition_failed",
  ],
});

export const getSpecReadiness = endpoint({
  id: "specs.readiness",
  method: "GET",
  path: `${specPath}/readiness`,
  summary: "Read a spec's readiness and the reasons",
  description: "`reasons` are what the rubric finds, even if a person has set the readiness.",
  tag,
  params: specParams,
  reply: z.object({
    readiness: grade().describe("The readiness that a person has set, else the computed one."),
    label: z.enum(["Rough", "Shaping", "Ready"]),
    source: z.enum(["computed", "set"]),
    revision: z.int().positive().describe("The revision of the spec whose lines the reasons name."),
    reasons: z.array(readinessReason),
  }),
  errors: ["not_found"],
});

export const deleteSpec = endpoint({
  id: "specs.delete",
  method: "DELETE",
  path: specPath,
  summary: "Delete a spec",
  description: "It can be restored for 30 days, unless the operator has set another time.",
  tag,
  params: specParams,
  reply: Deleted,
  versioned: "spec",
  errors: ["not_found", "forbidden", "plan_archived", "precondition_failed"],
});

export const restoreSpec = endpoint({
  id: "specs.restore",
  method: "POST",
  path: `${specPath}/restore`,
  summary: "Restore a deleted spec",
  description:
    "With its handle, children, threads, versions and tracker item. It stands at the end if its place was taken. No-op for a spec that is not deleted.",
  tag,
  params: specParams,
  reply: specReply.extend({
    dropped: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .describe("The dependencies that would close a cycle, by handles: they are not restored."),
  }),
  versioned: "spec",
  errors: ["not_found", "forbidden", "plan_archived", "precondition_failed"],
});

export const moveSpec = endpoint({
  id: "specs.move",
  method: "POST",
  path: `${specPath}/move`,
  summary: "Move a spec to another plan",
  description: "The spec gets the next handle of that plan; its dependencies and its `externalRef` stay.",
  tag,
  params: specParams,
  body: z.strictObject({ planId: reference().describe("Handle or id of a plan of the workspace.") }),
  reply: specReply,
  versioned: "spec",
  errors: ["not_found", "forbidden", "plan_archived", "precondition_failed", "external_ref_taken"],
});

export const duplicateSpec = endpoint({
  id: "specs.duplicate",
  method: "POST",
  path: `${specPath}/duplicate`,
  summary: "Copy a spec within its plan",
  description:
    "The copy is to do, stands at the end of the plan below the same parent, and has the text, effort, labels, priority and own pictures. Left behind are its needs, children, assignee, due date, `externalRef`, tracker item, claim, evidence and threads.",
  tag,
  params: specParams,
  body: z.strictObject({
    title: name().optional().describe("By default the spec's, with `(copy)` after it."),
  }),
  bodyOptional: true,
  reply: specReply,
  minimalReply: oneShort,
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived"],
});
