import {
  deleteProjectSkill,
  deleteSkill,
  exportProjectSkill,
  exportSkill,
  getProjectSkill,
  getSkill,
  importProjectSkills,
  importSkills,
  listProjectSkills,
  listSkills,
  putProjectSkill,
  putSkill,
} from "@groundplan/contract";
import type { Scope } from "../../planning/scope/scope.ts";

const project = {
  list: listProjectSkills,
  get: getProjectSkill,
  put: putProjectSkill,
  remove: deleteProjectSkill,
  import: importProjectSkills,
  export: exportProjectSkill,
};
const workspace = {
  list: listSkills,
  get: getSkill,
  put: putSkill,
  remove: deleteSkill,
  import: importSkills,
  export: exportSkill,
};

type SkillEndpoints = typeof project;

/** By scope; only the path parameters differ. */
export const skillsAt = ({ kind }: Scope): SkillEndpoints =>
  kind === "workspace" ? (workspace as unknown as SkillEndpoints) : project;

/** The endpoints to invalidate after a change of skills. */
export const skillReads = [project, workspace].flatMap(({ list, get }) => [list, get]);
