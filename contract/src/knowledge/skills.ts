import { z } from "zod";
import { Deleted, limits, nextCursor, page, projectParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { bytes } from "../text.ts";

const tag = "Skills";
const slug = z.string().describe("The skill's slug, which is its `name`.");
const skillParams = z.strictObject({ slug });
const projectSkillParams = projectParams.extend({ slug });

export const skillTier = z.enum(["built-in", "company", "project"]);
export type SkillTier = z.infer<typeof skillTier>;

const skillFields = {
  slug: z.string(),
  name: z.string().describe("The `name` of its front matter: the slug."),
  description: z.string().describe("What it does and when to use it."),
  scope: skillTier.describe("A project's overrides the company's, which overrides the built-in."),
  path: z.string().describe("`skills/{slug}/SKILL.md`."),
  editable: z.boolean().describe("Whether the caller may change the original."),
  bytes: z.int().describe("Of the whole `SKILL.md`."),
  maxBytes: z.int(),
  extends: z.string().optional().describe("The slug of the skill that it builds on."),
  revision: z.int().describe("Counts the changes of its folder."),
};

export const Skill = z.object(skillFields).meta({ id: "Skill" });
export type Skill = z.infer<typeof Skill>;

const skillFile = z.object({ path: z.string(), bytes: z.int(), executable: z.boolean() });

export const SkillWithText = z
  .object({
    ...skillFields,
    body: z.string().describe("The text that follows the front matter."),
    markdown: z.string().describe("The whole `SKILL.md`, as `PUT` takes it."),
    files: z
      .array(skillFile)
      .describe("The other files of its folder, by path. An import brings them, and an export has them."),
  })
  .meta({ id: "SkillWithText" });
export type SkillWithText = z.infer<typeof SkillWithText>;

const one = z.object({ skill: SkillWithText }).meta({ id: "SkillReply" });
const list = z.object({ skills: z.array(Skill), nextCursor });
const writing = z
  .strictObject({
    markdown: bytes(limits.skillBytes).describe(
      "A whole `SKILL.md`: YAML front matter with `name` (the slug), `description` and `extends`, then the text.",
    ),
    baseRevision: z
      .int()
      .positive()
      .optional()
      .describe("The revision that this address answered, whichever tier it came from."),
  })
  .meta({ id: "SkillText" });
const writeErrors = [
  ...(["not_found", "forbidden", "dependency_cycle"] as const),
  ...(["revision_conflict", "precondition_failed"] as const),
];

export const listSkills = endpoint({
  id: "skills.list",
  method: "GET",
  path: "/v1/skills",
  summary: "List the skills that apply in the workspace, without their texts",
  description: "The built-in ones come first, then those of the company, by creation.",
  tag,
  query: z.strictObject(page),
  reply: list,
});

export const getSkill = endpoint({
  id: "skills.get",
  method: "GET",
  path: "/v1/skills/{slug}",
  summary: "Read a skill that applies in the workspace",
  tag,
  params: skillParams,
  reply: one,
  versioned: "skill",
  errors: ["not_found"],
});

export const putSkill = endpoint({
  id: "skills.put",
  method: "PUT",
  path: "/v1/skills/{slug}",
  summary: "Write a skill of the company",
  description:
    "For owners. One with the slug of a built-in skill overrides it. The folder's other files stay.",
  tag,
  params: skillParams,
  body: writing,
  reply: one,
  mayCreate: true,
  versioned: "skill",
  errors: writeErrors,
});

export const deleteSkill = endpoint({
  id: "skills.delete",
  method: "DELETE",
  path: "/v1/skills/{slug}",
  summary: "Delete a skill of the company",
  description: "For owners. The built-in skill that it overrode applies again.",
  tag,
  params: skillParams,
  reply: Deleted,
  versioned: "skill",
  errors: ["not_found", "forbidden", "precondition_failed"],
});

export const listProjectSkills = endpoint({
  id: "projectSkills.list",
  method: "GET",
  path: "/v1/projects/{projectSlug}/skills",
  summary: "List the skills that apply in a project, without their texts",
  description: "The built-in ones come first, then those of the company and the project, by creation.",
  tag,
  params: projectParams,
  query: z.strictObject(page),
  whole: true,
  reply: list,
  errors: ["not_found"],
});

export const getProjectSkill = endpoint({
  id: "projectSkills.get",
  method: "GET",
  path: "/v1/projects/{projectSlug}/skills/{slug}",
  summary: "Read a skill that applies in a project",
  tag,
  params: projectSkillParams,
  reply: one,
  versioned: "skill",
  errors: ["not_found"],
});

export const putProjectSkill = endpoint({
  id: "projectSkills.put",
  method: "PUT",
  path: "/v1/projects/{projectSlug}/skills/{slug}",
  summary: "Write a skill of a project",
  description:
    "For members. One with the slug of a company's or built-in skill overrides it in this project. The folder's other files stay.",
  tag,
  params: projectSkillParams,
  body: writing,
  reply: one,
  mayCreate: true,
  versioned: "skill",
  errors: writeErrors,
});

export const deleteProjectSkill = endpoint({
  id: "projectSkills.delete",
  method: "DELETE",
  path: "/v1/projects/{projectSlug}/skills/{slug}",
  summary: "Delete a skill of a project",
  description: "For members. The skill that it overrode applies again.",
  tag,
  params: projectSkillParams,
  reply: Deleted,
  versioned: "skill",
  errors: ["not_found", "forbidden", "precondition_failed"],
});
