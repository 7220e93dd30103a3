import { z } from "zod";
import { Deleted, nextCursor, page, planParams, projectParams, wholeNumber } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { onConflict, rawFile, uploadLimits, uploads } from "../multipart.ts";
import { dateTime, name, text } from "../text.ts";

const tag = "Context";

const sourceFields = {
  id: z.string(),
  scope: z.enum(["TEAM", "PROJECT", "PLAN"]),
  kind: z.string(),
  sourceKind: z.enum(["PASTED", "UPLOADED", "URL", "RESEARCH"]).nullable(),
  title: z.string(),
  description: z.string().nullable().describe("Written by a person, else the start of the text."),
  tokenCount: z.int().describe("Tokens by o200k; it rests once `enrichment` does."),
  folderPath: z.string().describe("The folder; empty at the root of the scope."),
  hasFile: z.boolean(),
  createdAt: dateTime().nullable(),
  updatedAt: dateTime().nullable(),
  degraded: z.boolean().optional().describe("Not read whole; `enrichment.reason` says why."),
  skipped: z.boolean().optional(),
  replaced: z.boolean().optional(),
  keptBothAs: z.string().optional(),
  pictureCount: z.int().optional(),
  sizeBytes: z.int().optional(),
  enrichment: z
    .object({ status: z.enum(["pending", "running", "done", "failed", "skipped"]), reason: z.string() })
    .optional(),
  active: z.boolean().optional().describe("At a plan's path: whether the planning agent reads it."),
};

export const ContextSource = z.object(sourceFields).meta({ id: "ContextSource" });
export type ContextSource = z.infer<typeof ContextSource>;
export type SourceLevel = ContextSource["scope"];
export type SourceKind = NonNullable<ContextSource["sourceKind"]>;
export type EnrichmentStatus = NonNullable<ContextSource["enrichment"]>["status"];

export const ContextSourceDetail = z
  .object({
    ...sourceFields,
    text: z.string().nullable().describe("At most 1,000,000 characters, from `offset` on."),
    textChars: z.int().describe("The number of characters of the whole text."),
    url: z.string().nullable(),
    revision: z.int().describe("Counts the changes of title and text; `If-Match` compares it."),
  })
  .meta({ id: "ContextSourceDetail" });
export type ContextSourceDetail = z.infer<typeof ContextSourceDetail>;

const sources = z.object({ sources: z.array(ContextSource), nextCursor }).meta({ id: "ContextSourcesPage" });
const several = z.object({ sources: z.array(ContextSource) }).meta({ id: "ContextSourcesReply" });
const one = z.object({ source: ContextSourceDetail }).meta({ id: "ContextSourceReply" });
const sourceId = z.string().describe("The source's id.");

/** The three scopes, with the parameters of their lists and sources. */
const team = {
  id: "context",
  path: "/v1/context",
  of: "of the workspace",
  whole: true,
  params: z.strictObject({}),
  source: z.strictObject({ sourceId }),
};
const project = {
  id: "projectContext",
  path: "/v1/projects/{projectSlug}/context",
  of: "of a project",
  whole: false,
  params: projectParams,
  source: projectParams.extend({ sourceId }),
};
const plan = {
  id: "planContext",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/context",
  of: "of a plan",
  whole: true,
  params: planParams,
  source: planParams.extend({ sourceId }),
};

interface At<P extends z.ZodObject, S extends z.ZodObject> {
  id: string;
  path: string;
  of: string;
  /** True if the list is unpaged by default, as the contract says for workspace and plan. */
  whole: boolean;
  params: P;
  source: S;
}

const notFound = ["not_found"] as const;
const writeErrors = ["not_found", "forbidden", "plan_archived"] as const;
const upstreamErrors = ["upstream_error", "upstream_timeout"] as const;

const list = <P extends z.ZodObject, S extends z.ZodObject>(scope: At<P, S>) =>
  endpoint({
    id: `${scope.id}.list`,
    method: "GET",
    path: scope.path,
    summary: `List the context sources ${scope.of}, with those that it inherits`,
    tag,
    params: scope.params,
    query: z.strictObject(page),
    reply: sources,
    whole: scope.whole,
    errors: notFound,
  });
export const listContext = list(team);
export const listProjectContext = list(project);
export const listPlanContext = list(plan);

const fromOffset = z.strictObject({
  offset: wholeNumber()
    .optional()
    .describe("The number of characters to skip, to read on where a text was cut off."),
});

const get = <P extends z.ZodObject, S extends z.ZodObject>(scope: At<P, S>) =>
  endpoint({
    id: `${scope.id}.get`,
    method: "GET",
    path: `${scope.path}/{sourceId}`,
    summary: `Read a context source ${scope.of}`,
    tag,
    params: scope.source,
    query: fromOffset,
    reply: one,
    versioned: "source",
    errors: notFound,
  });
export const getSource = get(team);
export const getProjectSource = get(project);
export const getPlanSource = get(plan);

export const findSource = endpoint({
  id: "context.find",
  method: "GET",
  path: "/v1/sources/{sourceId}",
  summary: "Find a context source by its id, in whatever scope",
  tag,
  params: z.strictObject({ sourceId }),
  query: fromOffset,
  reply: one,
  errors: notFound,
});

/** A relative folder path. Backslashes separate as well, empty names and `.` are dropped, `..` is refused. */
export const folderPath = text(500)
  .refine((value) => !/[\p{Cc}\p{Bidi_Control}]/u.test(value), "must not hold control characters")
  .transform((value) =>
    value
      .split(/[\\/]/)
      .map((part) => part.trim())
      .filter((part) => part !== "" && part !== "."),
  )
  .refine((parts) => !parts.includes(".."), "must not hold `..`")
  .transform((parts) => parts.join("/"));

/** A free word for the kind of a source. */
export const sourceWord = name(100);
const kind = sourceWord.describe("A category of your own.");
const description = text(2000);
const mostJson = 8 * 1024 * 1024;

const create = <P extends z.ZodObject, S extends z.ZodObject>(scope: At<P, S>) =>
  endpoint({
    id: `${scope.id}.create`,
    method: "POST",
    path: scope.path,
    summary: `Add a text to the context ${scope.of}`,
    tag,
    params: scope.params,
    body: z
      .strictObject({
        title: name(),
        text: z.string(),
        kind: kind.default("note"),
        sourceKind: z.enum(["PASTED", "RESEARCH"]).default("PASTED"),
        description: description.optional(),
        folderPath: folderPath.optional(),
      })
      .meta({ id: "NewContextText" }),
    bodyLimit: mostJson,
    reply: one,
    status: 201,
    errors: [...writeErrors, "quota_exceeded", "title_taken"],
  });
export const createSource = create(team);
export const createProjectSource = create(project);
export const createPlanSource = create(plan);

const address = text(2000).refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}, "must be a complete http or https address without a user name or password");

const createFromUrl = <P extends z.ZodObject, S extends z.ZodObject>(scope: At<P, S>) =>
  endpoint({
    id: `${scope.id}.createFromUrl`,
    method: "POST",
    path: `${scope.path}/url`,
    summary: `Add a web page to the context ${scope.of}`,
    description:
      "Reads the page as text, once. Without `title` the page's own, the last part of its path or its host is taken, numbered if in use.",
    tag,
    params: scope.params,
    body: z
      .strictObject({
        url: address.describe("An http or https address, which must not lead into a private network."),
        title: name().optional(),
        folderPath: folderPath.optional(),
      })
      .meta({ id: "NewContextPage" }),
    reply: one,
    status: 201,
    errors: [...writeErrors, "quota_exceeded", "title_taken", ...upstreamErrors],
  });
export const createSourceFromUrl = createFromUrl(team);
export const createProjectSourceFromUrl = createFromUrl(project);
export const createPlanSourceFromUrl = createFromUrl(plan);

const refresh = <P extends z.ZodObject, S extends z.ZodObject>(scope: At<P, S>) =>
  endpoint({
    id: `${scope.id}.refresh`,
    method: "POST",
    path: `${scope.path}/{sourceId}/refresh`,
    summary: `Read the page of a context source ${scope.of} again`,
    description: "A page that is unchanged or can't be read leaves the source unchanged.",
    tag,
    params: scope.source,
    reply: one,
    versioned: "source",
    errors: [
      ...writeErrors,
      "quota_exceeded",
      "inherited_source",
      "not_a_url",
      "precondition_failed",
      ...upstreamErrors,
    ],
  });
export const refreshSource = refresh(team);
export const refreshProjectSource = refresh(project);
export const refreshPlanSource = refresh(plan);
const upload = <P extends z.ZodObject, S extends z.ZodObject>(scope: At<P, S>) =>
  endpoint({
    id: `${scope.id}.upload`,
    method: "POST",
    path: `${scope.path}/upload`,
    summary: `Add files to the context ${scope.of}`,
    description: "Titles are the files' names; `onConflict` decides when a title is taken.",
    tag,
    params: scope.params,
    body: z
      .strictObject({
        file: uploads(uploadLimits),
        folderPath: folderPath.optional(),
        onConflict,
      })
      .meta({ id: "NewContextFiles" }),
    multipart: uploadLimits,
    bodyLimit: 256 * 1024 * 1024,
    reply: several,
    status: 201,
    errors: [...writeErrors, "quota_exceeded", "title_taken"],
  });
export const uploadSources = upload(team);
export const uploadProjectSources = upload(project);
export const uploadPlanSources = upload(plan);

const file = <P extends z.ZodObject, S extends z.ZodObject>(scope: At<P, S>) =>
  endpoint({
    id: `${scope.id}.getFile`,
    method: "GET",
    path: `${scope.path}/{sourceId}/file`,
    summary: `Get the file of a context source ${scope.of}, as it was uploaded`,
    description: "An attachment; `Range` is ignored.",
    tag,
    params: scope.source,
    reply: rawFile(),
    raw: true,
    errors: notFound,
  });
export const getSourceFile = file(team);
export const getProjectSourceFile = file(project);
export const getPlanSourceFile = file(plan);

const update = <P extends z.ZodObject, S extends z.ZodObject>(scope: At<P, S>) =>
  endpoint({
    id: `${scope.id}.update`,
    method: "PATCH",
    path: `${scope.path}/{sourceId}`,
    summary: `Change a context source ${scope.of}`,
    tag,
    params: scope.source,
    body: z
      .strictObject({
        title: name().optional(),
        text: z
          .string()
          .optional()
          .describe("For pasted texts only; files and pages get theirs from their origin."),
        kind: kind.optional(),
        description: description.nullable().optional().describe("Null takes what the text begins with."),
        folderPath: folderPath.optional(),
        baseRevision: z.int().positive().optional().describe("The revision the new text was made from."),
      })
      .meta({ id: "ContextSourceChange" }),
    bodyLimit: mostJson,
    reply: one,
    versioned: "source",
    errors: [
      ...writeErrors,
      "quota_exceeded",
      "inherited_source",
      "title_taken",
      "revision_conflict",
      "precondition_failed",
    ],
  });
export const updateSource = update(team);
export const updateProjectSource = update(project);
export const updatePlanSource = update(plan);

const remove = <P extends z.ZodObject, S extends z.ZodObject>(scope: At<P, S>) =>
  endpoint({
    id: `${scope.id}.delete`,
    method: "DELETE",
    path: `${scope.path}/{sourceId}`,
    summary: `Delete a context source ${scope.of}`,
    tag,
    params: scope.source,
    reply: Deleted,
    versioned: "source",
    errors: [...writeErrors, "inherited_source", "precondition_failed"],
  });
export const deleteSource = remove(team);
export const deleteProjectSource = remove(project);
export const deletePlanSource = remove(plan);

export const putSourceActive = endpoint({
  id: "planContext.setActive",
  method: "PUT",
  path: `${plan.path}/{sourceId}/active`,
  summary: "Say whether the planning agent reads a source for a plan",
  tag,
  params: plan.source,
  body: z.strictObject({ active: z.boolean() }),
  reply: z.object({ source: ContextSource }),
  errors: writeErrors,
});
