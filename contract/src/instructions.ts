import { z } from "zod";
import { clampedInteger, projectParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Version } from "./specs.ts";
import { bytes } from "./text.ts";

const tag = "Instructions";
const path = "/v1/projects/{projectSlug}/instructions";
const scope = z.enum(["company", "project"]).describe("The scope that the text comes from.");

const Instructions = z
  .object({
    scope,
    markdown: z.string(),
    path: z.string(),
    bytes: z.int(),
    maxBytes: z.int(),
    characters: z.int(),
    maxInjectedCharacters: z.int().describe("The most characters that the planning agent reads."),
    proposalPending: z.boolean(),
    revision: z.int().describe("Counts the changes of the text; `If-Match` and `baseRevision` compare it."),
  })
  .meta({ id: "Instructions" });

export const putProjectInstructions = endpoint({
  id: "projectInstructions.put",
  method: "PUT",
  path,
  summary: "Write the instructions of a project",
  tag,
  planned: true,
  params: projectParams,
  body: z.strictObject({
    markdown: bytes(65_536),
    baseRevision: z.int().positive().optional().describe("The revision the new text was made from."),
  }),
  reply: z.object({ instructions: Instructions }),
  versioned: "instructions",
  errors: ["not_found", "forbidden", "revision_conflict", "precondition_failed"],
});

export const listProjectInstructionVersions = endpoint({
  id: "projectInstructions.versions",
  method: "GET",
  path: `${path}/versions`,
  summary: "List the versions of a project's instructions, newest first",
  tag,
  planned: true,
  params: projectParams,
  query: z.strictObject({
    limit: clampedInteger(1, 200)
      .default(50)
      .describe("The number of items on a page, 1 to 200, by default 50; values outside are clamped."),
    before: clampedInteger(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe("The `nextBefore` of the page before: only entries older than this `seq`."),
  }),
  reply: z.object({
    scope,
    versions: z.array(Version),
    nextBefore: z.int().optional().describe("Absent on the last page."),
  }),
  errors: ["not_found"],
});
