import { z } from "zod";
import { Deleted, namedCredential, nextCursor, page, person } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Document, discussion, documentParams } from "../knowledge/documents.ts";
import { SpecSummary } from "../planning/spec.ts";
import { bytes, dateTime, text } from "../text.ts";
import { newSuggestedSpecs, SuggestedSpec, suggestedSpecLimits, takenSpec } from "./suggested-specs.ts";

const tag = "Suggestions";
const base = "/v1/documents/{documentId}/suggestions";
const unit = z.int().nonnegative();

export const suggestionState = z.enum(["open", "accepted", "rejected", "outdated"]);
export type SuggestionState = z.infer<typeof suggestionState>;

/** Per suggestion: hunks, bytes of all replacements, replaced UTF-16 units. */
export const suggestionLimits = {
  hunks: 100,
  bytes: 262_144,
  replaced: 262_144,
  message: 2000,
  reason: 2000,
} as const;

export const Suggestion = z
  .object({
    id: z.string(),
    documentId: z.string(),
    state: suggestionState,
    baseRevision: z.string().describe("The revision of which it was made."),
    hunks: z
      .array(
        z.object({
          start: unit
            .nullable()
            .describe("The place now, in UTF-16 units, or when it was decided; null when outdated."),
          end: unit.nullable(),
          exact: z.string().describe("The words that it replaces; empty if it only inserts."),
          replacement: z.string(),
        }),
      )
      .describe("In the order of the text."),
    specs: z.array(SuggestedSpec).describe("New specs; of a plan's document only."),
    message: z.string(),
    author: person,
    credential: namedCredential.describe("The key or app by which the author suggested it."),
    criteria: z
      .object({ added: z.int(), changed: z.int(), removed: z.int() })
      .describe("How many acceptance criteria it adds, changes and removes; all 0 but of a spec."),
    createdAt: dateTime(),
    decidedBy: person.optional(),
    decidedAt: dateTime().optional(),
    reason: z.string().optional().describe("Why it was rejected, if that was said."),
    revision: z.string().optional().describe("The revision that accepting it made."),
    proposalId: z.string().optional().describe("The proposal that accepting it opened, of instructions."),
    runId: z.string().optional().describe("The run of the planning agent that made it."),
  })
  .meta({ id: "Suggestion" });
export type Suggestion = z.infer<typeof Suggestion>;

const suggestionParams = documentParams.extend({ suggestionId: z.string().describe("The suggestion's id.") });
const query = z.strictObject(discussion);
const one = z.object({ suggestion: Suggestion }).meta({ id: "SuggestionReply" });
const decideErrors = ["not_found", "forbidden", "plan_archived", "not_open"] as const;

export const listSuggestions = endpoint({
  id: "suggestions.list",
  method: "GET",
  path: base,
  summary: "List the suggestions to change a document",
  description: "By creation. Those of a workspace's or project's source need `discussionPlanId`.",
  tag,
  params: documentParams,
  query: z.strictObject({
    ...discussion,
    ...page,
    state: z
      .enum([...suggestionState.options, "all"])
      .default("open")
      .describe("The suggestions to list."),
  }),
  reply: z.object({ suggestions: z.array(Suggestion), nextCursor }),
  errors: ["not_found"],
});

export const createSuggestion = endpoint({
  id: "suggestions.create",
  method: "POST",
  path: base,
  summary: "Suggest a change of a document",
  description:
    "Each hunk replaces a part of the text of `baseRevision`, without overlaps. They move along with later changes, or it is 409 `revision_conflict`. For a plan it may hold new specs, in addition or instead.",
  tag,
  params: documentParams,
  query,
  body: z
    .strictObject({
      baseRevision: z
        .string()
        .regex(/^\d{1,10}$/, "must be a document's `revision`")
        .describe("The `revision` of the document as it was read."),
      hunks: z
        .array(
          z.strictObject({
            start: unit.optional().describe("In UTF-16 units, as JavaScript counts them."),
            end: unit.optional(),
            exact: bytes(suggestionLimits.bytes)
              .optional()
              .describe(
                "The words to replace, instead of offsets in all hunks. With `prefix` and `suffix` they must stand in the text exactly once.",
              ),
            prefix: bytes(suggestionLimits.bytes).optional().describe("The words right before `exact`."),
            suffix: bytes(suggestionLimits.bytes).optional().describe("The words right behind `exact`."),
            replacement: bytes(suggestionLimits.bytes),
          }),
        )
        .max(suggestionLimits.hunks)
        .default([])
        .describe("They replace at most 262,144 UTF-16 units together, by at most 262,144 bytes."),
      specs: newSuggestedSpecs.optional(),
      message: text(suggestionLimits.message).optional(),
    })
    .refine(({ hunks, specs = [] }) => hunks.length + specs.length > 0, {
      path: ["hunks"],
      message: "must hold a change, if no `specs` are suggested",
    }),
  reply: one,
  status: 201,
  errors: [
    "not_found",
    "forbidden",
    "plan_archived",
    "dependency_cycle",
    "revision_conflict",
    "too_many_anchors",
  ],
});

export const getSuggestion = endpoint({
  id: "suggestions.get",
  method: "GET",
  path: `${base}/{suggestionId}`,
  summary: "Read a suggestion",
  tag,
  params: suggestionParams,
  query,
  reply: one,
  errors: ["not_found"],
});

const dropped = z
  .array(z.object({ ref: z.string(), needs: z.array(z.string()) }))
  .meta({ id: "DroppedNeeds", description: "Needs of created specs on specs that were not taken." });

export const acceptSuggestion = endpoint({
  id: "suggestions.accept",
  method: "POST",
  path: `${base}/{suggestionId}/accept`,
  summary: "Accept a suggestion",
  description:
    "Who maintains the document may do this. The text is changed as if they had written it; of instructions it opens a proposal. What is not taken is left out for good.",
  tag,
  params: suggestionParams,
  query,
  body: z.strictObject({
    specs: z
      .array(takenSpec)
      .max(suggestedSpecLimits.specs)
      .optional()
      .describe("The specs to create, in this order; all if left out."),
    hunks: z.boolean().optional().describe("With `false` the text stays as it is."),
  }),
  bodyOptional: true,
  reply: z.object({
    suggestion: Suggestion,
    document: Document,
    specs: z.record(z.string(), z.string()).describe("The handle of each created spec, by its `ref`."),
    dropped,
  }),
  minimalReply: z.object({
    suggestion: Suggestion.pick({ id: true, state: true, revision: true, proposalId: true }),
    document: Document,
    specs: z.record(z.string(), SpecSummary),
    dropped,
  }),
  errors: [
    ...decideErrors,
    "suggestion_changed",
    "unfit_text",
    "criteria_held",
    "dependency_cycle",
    "too_many_anchors",
  ],
});

export const rejectSuggestion = endpoint({
  id: "suggestions.reject",
  method: "POST",
  path: `${base}/{suggestionId}/reject`,
  summary: "Reject a suggestion",
  description: "Who maintains the document may do this.",
  tag,
  params: suggestionParams,
  query,
  body: z.strictObject({ reason: text(suggestionLimits.reason).optional() }),
  bodyOptional: true,
  reply: one,
  errors: decideErrors,
});

export const withdrawSuggestion = endpoint({
  id: "suggestions.withdraw",
  method: "DELETE",
  path: `${base}/{suggestionId}`,
  summary: "Withdraw a suggestion",
  description: "For its author and maintainers of the document, while it is open or outdated. It is deleted.",
  tag,
  params: suggestionParams,
  query,
  reply: Deleted,
  errors: decideErrors,
});
