import type { Module } from "../../module.ts";
import { forgetTexts } from "../../revisions/forget-texts.ts";
import { projectSkillGet, projectSkillsList, skillGet, skillsList } from "./read-skills.ts";
import { projectSkillDelete, projectSkillPut, skillDelete, skillPut } from "./write-skills.ts";

export const skills: Module = {
  name: "skills",
  handlers: [
    ...[skillsList, skillGet, skillPut, skillDelete],
    ...[projectSkillsList, projectSkillGet, projectSkillPut, projectSkillDelete],
  ],
  tables: { skills: "kept" },
  forgetProject: forgetTexts("skills"),
  events: ["skill.created", "skill.updated", "skill.deleted"],
};
