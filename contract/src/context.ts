import { z } from "zod";
import { nextCursor, page, planParams, projectParams, wholeNumber } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { dateTime } from "./text.ts";

const tag = "Context";

const sourceFields = {
  id: z.string(),
  scope: z.enum(["TEAM", "PROJECT", "PLAN"]),
  kind: z.string(),
  sourceKind: z.enum(["PASTED", "UPLOADED", "URL", "RESEARCH"]).nullable(),
  title: z.string(),
  description: z.string().nullable(),
  tokenCount: z.int(),
  folderPath: z.string().describe("The folder; empty at the root of the scope."),
  hasFile: z.boolean(),
  createdAt: dateTime().nullable(),
  updatedAt: dateTime().nullable(),
  degraded: z.boolean().optional(),
  skipped: z.boolean().optional(),
  replaced: z.boolean().optional(),
  keptBothAs: z.string().optional(),
  pictureCount: z.int().optional(),
  sizeBytes: z.int().optional(),
  enrichment: z
    .object({ status: z.enum(["pending", "running", "done", "failed", "skipped"]), reason: z.string() })
    .optional(),
  active: z.boolean().optional().describe("In the list of a plan: true if the planning agent reads it."),
};

const ContextSource = z.object(sourceFields).meta({ id: "ContextSource" });

const ContextSourceDetail = z
  .object({
    ...sourceFields,
    text: z.string().nullable().describe("At most 1,000,000 characters, from `offset` on."),
    textChars: z.int().describe("The number of characters of the whole text."),
    url: z.string().nullable(),
    revision: z.int().describe("Counts the changes of the text; `If-Match` compares it."),
  })
  .meta({ id: "ContextSourceDetail" });

const sources = z.object({ sources: z.array(ContextSource), nextCursor });
const sourceId = z.string().describe("The source's id.");
const part = z.strictObject({
  offset: wholeNumber()
    .optional()
    .describe("The number of characters to skip, to read on where a text was cut off."),
});

export const listContext = endpoint({
  id: "context.list",
  method: "GET",
  path: "/v1/context",
  summary: "List the context sources of the workspace",
  tag,
  planned: true,
  query: z.strictObject(page),
  reply: sources,
});

export const getProjectSource = endpoint({
  id: "projectContext.get",
  method: "GET",
  path: "/v1/projects/{projectSlug}/context/{sourceId}",
  summary: "Read a context source of a project",
  tag,
  planned: true,
  params: projectParams.extend({ sourceId }),
  query: part,
  reply: z.object({ source: ContextSourceDetail }),
  versioned: "source",
  errors: ["not_found"],
});

const planPath = "/v1/projects/{projectSlug}/plans/{planShortId}/context";

export const listPlanContext = endpoint({
  id: "planContext.list",
  method: "GET",
  path: planPath,
  summary: "List the context sources that a plan can use",
  tag,
  planned: true,
  params: planParams,
  query: z.strictObject(page),
  reply: sources,
  errors: ["not_found"],
});

export const getPlanSource = endpoint({
  id: "planContext.get",
  method: "GET",
  path: `${planPath}/{sourceId}`,
  summary: "Read a context source of a plan",
  tag,
  planned: true,
  params: planParams.extend({ sourceId }),
  query: part,
  reply: z.object({ source: ContextSourceDetail }),
  versioned: "source",
  errors: ["not_found"],
});
