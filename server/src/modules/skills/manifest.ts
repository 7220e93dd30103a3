import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { forgetTexts } from "../projects/forget-texts.ts";
import { skillExports } from "./export-skill.ts";
import { skillImports } from "./import-skills.ts";
import { projectSkillGet, projectSkillsList, skillGet, skillsList } from "./read-skills.ts";
import { saveImport } from "./save-import.ts";
import { projectSkillDelete, projectSkillPut, skillDelete, skillPut } from "./write-skills.ts";

export const skills: Module<Context> = {
  name: "skills",
  handlers: [
    ...[skillsList, skillGet, skillPut, skillDelete],
    ...[projectSkillsList, projectSkillGet, projectSkillPut, projectSkillDelete],
    ...[...skillImports, ...skillExports],
  ],
  commands: [saveImport],
  tables: { skills: "kept", skill_files: "kept" },
  fileColumns: [{ table: "skill_files", column: "file_id" }],
  forgetProject: forgetTexts("skills", "skill"),
  events: ["skill.created", "skill.updated", "skill.deleted"],
};
