import { z } from "zod";
import { reference } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./text.ts";

const projectSlug = z.string().optional();

const DocumentTarget = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("plan-item"), itemId: z.string() }),
    z.object({ kind: z.literal("context-source"), id: z.string() }),
    z.object({ kind: z.literal("instructions"), projectSlug }),
    z.object({ kind: z.literal("skill"), slug: z.string(), projectSlug }),
    z.object({ kind: z.literal("format"), formatKind: z.string(), projectSlug }),
  ])
  .meta({ id: "DocumentTarget" });

const Document = z
  .object({
    id: z.string(),
    kind: z.string(),
    target: DocumentTarget,
    title: z.string(),
    canonicalUrl: z.string(),
    revision: z.string(),
    path: z.string().optional(),
    sourceDocumentId: z.string().optional(),
    sourceRevision: z.string().optional(),
    applyMode: z
      .enum(["native", "proposal", "external"])
      .describe(
        "What accepting a suggestion does: changes the text here, opens a proposal, or changes the source elsewhere.",
      ),
    capabilities: z.object({
      canComment: z.boolean(),
      canSuggest: z.boolean(),
      canMaintain: z.boolean(),
      canUseAgent: z.boolean(),
      needsDiscussionPlan: z.boolean(),
    }),
    discussionPlanId: z.string().optional(),
    ownerUserIds: z.array(z.string()),
    ownerNames: z.array(z.string()),
  })
  .meta({ id: "Document" });

export const resolveDocument = endpoint({
  id: "documents.resolve",
  method: "GET",
  path: "/v1/documents",
  summary: "Find the document of a plan item, context source, instructions, skill or format",
  tag: "Documents",
  planned: true,
  query: z.strictObject({
    target: text(2000).describe("A `DocumentTarget` as URL-encoded JSON, or short: `plan-item:<uuid>`."),
    discussionPlanId: reference()
      .optional()
      .describe("The plan in which a shared context source is discussed."),
  }),
  reply: z.object({
    document: Document,
    sourceText: z.string(),
    viewer: z.object({ userId: z.string(), organizationId: z.string() }),
  }),
  errors: ["not_found"],
});
