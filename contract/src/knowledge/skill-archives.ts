import { z } from "zod";
import { projectParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { type Multipart, onConflict, rawFile, uploads } from "../multipart.ts";
import { Skill } from "./skills.ts";

const tag = "Skills";
const slug = z.string().describe("The skill's slug, which is its `name`.");

const archiveLimits: Multipart = { files: 1, fileBytes: 32 * 1024 * 1024 };

export const ImportedSkill = z
  .object({
    ...Skill.shape,
    result: z
      .enum(["created", "updated", "unchanged", "skipped"])
      .describe("The outcome. An unchanged one has neither a new revision nor an event."),
    skipped: z.boolean().optional().describe("True if `onConflict` kept the existing one."),
    replaced: z
      .boolean()
      .optional()
      .describe("True where `onConflict` let it take the place of another one."),
    keptBothAs: z
      .string()
      .optional()
      .describe("The slug under which `onConflict` kept it next to the existing one."),
  })
  .meta({ id: "ImportedSkill" });
export type ImportedSkill = z.infer<typeof ImportedSkill>;

const imported = z
  .object({
    skills: z.array(ImportedSkill),
    problems: z
      .array(z.object({ path: z.string().describe("An entry of the archive."), message: z.string() }))
      .describe("What was not imported unchanged, and why. A skill is imported whole or not at all."),
  })
  .meta({ id: "SkillImportReply" });

const body = z
  .strictObject({
    file: uploads(archiveLimits).describe(
      "A zip archive with one folder a skill, wherever in it, or one skill at its root.",
    ),
    onConflict: onConflict.describe(
      "When a skill exists: refuse the archive, replace it, keep both (the new one renamed), or leave the new one out.",
    ),
  })
  .meta({ id: "SkillImport" });

const importErrors = ["not_found", "forbidden", "slug_taken", "dependency_cycle", "quota_exceeded"] as const;
const takesFolders =
  "Each folder with a `SKILL.md` is a skill, 500 at most, of the name in its front matter; its other files are kept with it. An archive that is damaged or holds too much is refused as a whole.";

/** Shared by company and project skills. */
const importing = {
  method: "POST",
  tag,
  body,
  multipart: archiveLimits,
  bodyLimit: archiveLimits.fileBytes + 1024 * 1024,
  reply: imported,
  status: 201,
  errors: importErrors,
} as const;

export const importSkills = endpoint({
  ...importing,
  id: "skills.import",
  path: "/v1/skills/import",
  summary: "Import skills of the company from an archive",
  description: `For owners. ${takesFolders}`,
});

export const importProjectSkills = endpoint({
  ...importing,
  id: "projectSkills.import",
  path: "/v1/projects/{projectSlug}/skills/import",
  summary: "Import skills of a project from an archive",
  description: `For members. ${takesFolders}`,
  params: projectParams,
});

/** Shared by company and project skills. */
const exporting = {
  method: "GET",
  description: "A zip archive of the skill's folder; equal skills give equal bytes.",
  tag,
  reply: rawFile(),
  raw: true,
  errors: ["not_found"],
} as const;

export const exportSkill = endpoint({
  ...exporting,
  id: "skills.export",
  path: "/v1/skills/{slug}/export",
  summary: "Export a skill that applies in the workspace as an archive",
  params: z.strictObject({ slug }),
});

export const exportProjectSkill = endpoint({
  ...exporting,
  id: "projectSkills.export",
  path: "/v1/projects/{projectSlug}/skills/{slug}/export",
  summary: "Export a skill that applies in a project as an archive",
  params: projectParams.extend({ slug }),
});
