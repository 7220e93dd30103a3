import { z } from "zod";
import { namedCredential, nextCursor, page, person, specParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime } from "../text.ts";
import { specReply } from "./spec.ts";

const tag = "Specs";
const versionsPath = "/v1/projects/{projectSlug}/plans/{planShortId}/specs/{specShortId}/versions";

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
  path: versionsPath,
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
  path: `${versionsPath}/{seq}`,
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
  path: `${versionsPath}/{seq}/restore`,
  summary: "Make an earlier version the current one",
  tag,
  params: versionParams,
  reply: specReply,
  versioned: "spec",
  errors: ["not_found", "forbidden", "plan_archived", "criteria_held", "precondition_failed"],
});
