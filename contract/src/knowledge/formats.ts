import { z } from "zod";
import { Deleted, limits, nextCursor, page, projectParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { bytes } from "../text.ts";
import { isVisible } from "../visible.ts";

const tag = "Formats";

export const formatKind = z.enum(["spec", "epic"]);
export type FormatKind = z.infer<typeof formatKind>;
export const formatTier = z.enum(["built-in", "company", "project"]);
export type FormatTier = z.infer<typeof formatTier>;

export const Format = z
  .object({
    kind: formatKind.describe("The documents that it shapes: specs, or the descriptions of plans (epics)."),
    tier: formatTier.describe("The tier that the text comes from: a project's goes before the company's."),
    markdown: z.string(),
    path: z.string(),
    problem: z
      .object({ path: z.string(), tier: formatTier })
      .nullable()
      .describe("The nearest saved override that can't be read, so that the next tier is used."),
    revision: z.int().nonnegative().describe("Counts the changes of the override at this address, from 0."),
  })
  .meta({ id: "Format" });
export type Format = z.infer<typeof Format>;

const kind = z.string().describe("`spec` or `epic`.");
const one = z.object({ format: Format }).meta({ id: "FormatReply" });

interface LevelEndpoints<P, K> {
  id: string;
  path: string;
  /** Completes the sentence "the formats of …". */
  where: string;
  /** The roles that may write them. */
  writers: string;
  params: P;
  kindParams: K;
}

/** Declares the endpoints that company and project formats share. */
function endpointsAt<P extends z.ZodObject, K extends z.ZodObject>(level: LevelEndpoints<P, K>) {
  const { id, path, where, writers, params, kindParams } = level;
  return {
    list: endpoint({
      id: `${id}.list`,
      method: "GET",
      path,
      tag,
      params,
      summary: `List the formats that apply ${where}`,
      query: z.strictObject(page),
      reply: z.object({ formats: z.array(Format), nextCursor }),
      errors: ["not_found"],
    }),
    get: endpoint({
      id: `${id}.get`,
      method: "GET",
      path: `${path}/{kind}`,
      tag,
      params: kindParams,
      summary: `Read the format that applies ${where}`,
      reply: one,
      versioned: "format",
      errors: ["not_found"],
    }),
    put: endpoint({
      id: `${id}.put`,
      method: "PUT",
      path: `${path}/{kind}`,
      tag,
      params: kindParams,
      summary: `Write the format that applies ${where}`,
      description: `For ${writers}. It answers 201 if there was no override at this address.`,
      body: z
        .strictObject({
          markdown: bytes(limits.formatBytes).refine(isVisible, "must have a visible character"),
          baseRevision: z.int().nonnegative().optional().describe("The revision the new text was made from."),
        })
        .meta({ id: "FormatText" }),
      reply: one,
      mayCreate: true,
      versioned: "format",
      errors: ["not_found", "forbidden", "revision_conflict", "precondition_failed"],
    }),
    remove: endpoint({
      id: `${id}.delete`,
      method: "DELETE",
      path: `${path}/{kind}`,
      tag,
      params: kindParams,
      summary: `Delete the format that applies ${where}, so that the next tier does`,
      description: `For ${writers}. A built-in format can't be deleted: 404.`,
      reply: Deleted,
      versioned: "format",
      errors: ["not_found", "forbidden", "precondition_failed"],
    }),
  };
}

export const {
  list: listFormats,
  get: getFormat,
  put: putFormat,
  remove: deleteFormat,
} = endpointsAt({
  id: "formats",
  path: "/v1/formats",
  where: "in the company",
  writers: "owners",
  params: z.strictObject({}),
  kindParams: z.strictObject({ kind }),
});

export const {
  list: listProjectFormats,
  get: getProjectFormat,
  put: putProjectFormat,
  remove: deleteProjectFormat,
} = endpointsAt({
  id: "projectFormats",
  path: "/v1/projects/{projectSlug}/formats",
  where: "in a project",
  writers: "members",
  params: projectParams,
  kindParams: projectParams.extend({ kind }),
});
