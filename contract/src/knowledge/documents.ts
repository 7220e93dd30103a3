import { z } from "zod";
import { nextCursor, page, reference } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Version } from "../planning/spec-versions.ts";
import { text } from "../text.ts";

const tag = "Documents";
const projectSlug = z.string().optional();

export const documentKind = z.enum([
  ...(["plan", "spec", "context-source"] as const),
  ...(["instructions", "skill", "format"] as const),
]);
export type DocumentKind = z.infer<typeof documentKind>;

export const DocumentTarget = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("plan-item"),
      itemId: z.string().describe("The id of a plan or spec."),
    }),
    z.strictObject({ kind: z.literal("context-source"), id: z.string() }),
    z.strictObject({ kind: z.literal("instructions"), projectSlug }),
    z.strictObject({ kind: z.literal("skill"), slug: z.string(), projectSlug }),
    z.strictObject({ kind: z.literal("format"), formatKind: z.string(), projectSlug }),
  ])
  .meta({ id: "DocumentTarget" });
export type DocumentTarget = z.infer<typeof DocumentTarget>;

export const Document = z
  .object({
    id: z.string().describe("Stable for its target; clients don't look into it."),
    kind: documentKind,
    target: DocumentTarget,
    title: z.string(),
    canonicalUrl: z.string(),
    revision: z
      .string()
      .describe("The text's revision, as `baseRevision` of threads and suggestions takes it."),
    path: z.string().optional().describe("The virtual path; of a plan or spec its handles."),
    sourceDocumentId: z
      .string()
      .optional()
      .describe("For an inherited text: its original document, which holds the discussion."),
    sourceRevision: z
      .string()
      .optional()
      .describe("The same as `revision`; of a text that came from elsewhere, a hash of that."),
    applyMode: z
      .enum(["native", "proposal", "external"])
      .describe(
        "What accepting a suggestion does: changes the text here, opens a proposal, or changes the source elsewhere.",
      ),
    capabilities: z
      .object({
        canComment: z.boolean(),
        canSuggest: z.boolean(),
        canMaintain: z.boolean(),
        canUseAgent: z.boolean(),
        needsDiscussionPlan: z.boolean(),
      })
      .describe("What the caller may do now, with this credential."),
    discussionPlanId: z.string().optional().describe("The plan in which a shared source is discussed."),
    ownerUserIds: z.array(z.string()),
    ownerNames: z.array(z.string()),
  })
  .meta({ id: "Document" });
export type Document = z.infer<typeof Document>;

/** Query parameters of every document path. */
export const discussion = {
  discussionPlanId: reference()
    .optional()
    .describe("The plan in which a source of the workspace or a project is discussed."),
};
export const documentParams = z.strictObject({ documentId: z.string().describe("The document's id.") });

const found = z
  .object({
    document: Document,
    sourceText: z.string().describe("At most 1,000,000 characters."),
    viewer: z.object({ userId: z.string(), organizationId: z.string().describe("The workspace's id.") }),
  })
  .meta({ id: "DocumentReply" });

export const resolveDocument = endpoint({
  id: "documents.resolve",
  method: "GET",
  path: "/v1/documents",
  summary: "Find the document of a plan item, context source, instructions, skill or format",
  tag,
  query: z.strictObject({
    target: text(2000).describe("A `DocumentTarget` as URL-encoded JSON, or short: `plan-item:<uuid>`."),
    ...discussion,
  }),
  reply: found,
  errors: ["not_found"],
});

export const getDocument = endpoint({
  id: "documents.get",
  method: "GET",
  path: "/v1/documents/{documentId}",
  summary: "Read a document",
  tag,
  params: documentParams,
  query: z.strictObject(discussion),
  reply: found,
  errors: ["not_found"],
});

const DocumentRevision = Version.omit({ seq: true, actor: true })
  .extend({ revision: z.string() })
  .meta({ id: "DocumentRevision" });
export type DocumentRevision = z.infer<typeof DocumentRevision>;

export const listDocumentRevisions = endpoint({
  id: "documents.listRevisions",
  method: "GET",
  path: "/v1/documents/{documentId}/revisions",
  summary: "List the revisions of a document's text, newest first",
  tag,
  params: documentParams,
  query: z.strictObject({ ...discussion, ...page }),
  reply: z.object({ revisions: z.array(DocumentRevision), nextCursor }),
  errors: ["not_found"],
});
