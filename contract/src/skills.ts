import { z } from "zod";
import { nextCursor, page, projectParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const Skill = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    scope: z.enum(["built-in", "company", "project"]),
    path: z.string(),
    editable: z.boolean(),
    body: z.string().optional().describe("Present only where a single skill is read."),
    bytes: z.int().optional(),
    extends: z.string().optional().describe("The skill that it builds on."),
    maxBytes: z.int().optional(),
  })
  .meta({ id: "Skill" });

export const listProjectSkills = endpoint({
  id: "projectSkills.list",
  method: "GET",
  path: "/v1/projects/{projectSlug}/skills",
  summary: "List the skills that apply in a project, without their bodies",
  tag: "Skills",
  planned: true,
  params: projectParams,
  query: z.strictObject(page),
  reply: z.object({ skills: z.array(Skill), nextCursor }),
  errors: ["not_found"],
});
