import { z } from "zod";
import {
  Deleted,
  externalRef,
  flag,
  namedCredential,
  nextCursor,
  page,
  person,
  planParams,
  provider,
  reference,
  specParams,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { CriterionSource } from "../knowledge/quotes.ts";
import { bytes, dateTime, name } from "../text.ts";
import { evidenceResult, evidenceTrust } from "../work/evidence.ts";

const tag = "Specs";
const specsPath = "/v1/projects/{projectSlug}/plans/{planShortId}/specs";
const specPath = `${specsPath}/{specShortId}`;
const batchLimit = 8 * 1024 * 1024;

export const specStatus = z.enum(["TODO", "IN_PROGRESS", "DONE", "CANCELLED"]).meta({ id: "SpecStatus" });
export type SpecStatus = z.infer<typeof specStatus>;

export const grade = () => z.int().min(1).max(5);

/** The claim that is held on a spec. */
export const SpecClaim = z
  .object({ id: z.string(), agent: z.string().nullable(), holder: person, until: dateTime() })
  .meta({ id: "SpecClaim" });
export type SpecClaim = z.infer<typeof SpecClaim>;

const origin = z
  .object({ suggestionId: z.string() })
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

const newSpec = {
  title: name(),
  content: bytes(262_144).default(""),
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

const one = z.object({ spec: SpecWithCriteria }).meta({ id: "SpecReply" });
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
      externalRef: externalRef().optional().describe("Only the spec that has this reference."),
      awaitsReview: flag().optional().describe("With `true` only the specs that wait for a reviewer's pass."),
      deleted: flag()
        .optional()
        .describe("With `true` only the deleted specs that can still be restored; otherwise none of them."),
    })
    .refine(
      ({ deleted, awaitsReview }) => !(deleted && awaitsReview),
      "can't ask for deleted specs that await a review",
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
  reply: one,
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
  summary: "Change the status or effort of up to 500 specs, all or nothing",
  description: "`details` of a refusal names each spec that is in the way.",
  tag,
  params: planParams,
  body: z.strictObject({
    specShortIds: z.array(reference()).min(1).max(500),
    changes: z
      .strictObject({ status: specStatus.optional(), effort: grade().nullable().optional() })
      .refine((changes) => Object.keys(changes).length > 0, "must have `status` or `effort`"),
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
  reply: one,
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
  reply: one,
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
  reply: one.extend({
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
  reply: one,
  versioned: "spec",
  errors: ["not_found", "forbidden", "plan_archived", "precondition_failed", "external_ref_taken"],
});

export const revisionOp = z.enum(["edit", "restore", "proposal", "delete"]).meta({ id: "RevisionOp" });
export type RevisionOp = z.infer<typeof revisionOp>;

export const Version = z
  .object({
    seq: z.int(),
    version: z.int(),
    actor: z.string().describe("The author's name of that time."),
    author: person.describe("Who wrote it; null if the account is gone."),
    credential: namedCredential.describe("The key or app that wrote it; null if unknown."),
    suggestedBy: person.optional().describe("Who suggested it."),
    message: z.string(),
    op: revisionOp,
    createdAt: dateTime(),
    characters: z.int(),
  })
  .meta({ id: "Version" });

const versionParams = specParams.extend({ seq: z.string().describe("The version's `seq`.") });

export const listSpecVersions = endpoint({
  id: "specs.versions",
  method: "GET",
  path: `${specPath}/versions`,
  summary: "List the versions of a spec's text, newest first",
  tag,
  params: specParams,
  query: z.strictObject(page),
  reply: z.object({ versions: z.array(Version), nextCursor }),
  errors: ["not_found"],
});

export const getSpecVersion = endpoint({
  id: "specs.version",
  method: "GET",
  path: `${specPath}/versions/{seq}`,
  summary: "Read one version of a spec's text",
  tag,
  params: versionParams,
  reply: z.object({
    version: Version.extend({ title: z.string(), content: z.string() }).meta({ id: "SpecVersion" }),
  }),
  errors: ["not_found"],
});

export const restoreSpecVersion = endpoint({
  id: "specs.restoreVersion",
  method: "POST",
  path: `${specPath}/versions/{seq}/restore`,
  summary: "Make an earlier version the current one",
  tag,
  params: versionParams,
  reply: one,
  versioned: "spec",
  errors: ["not_found", "forbidden", "plan_archived", "criteria_held", "precondition_failed"],
});
