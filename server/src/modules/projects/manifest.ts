import type { Module } from "../../module.ts";
import { projectGet, projectsList } from "./read-projects.ts";
import { projectCreate, projectDelete, projectUpdate } from "./write-projects.ts";

export const projects: Module = {
  name: "projects",
  handlers: [projectsList, projectCreate, projectGet, projectUpdate, projectDelete],
  tables: { projects: "kept", repositories: "kept" },
  events: ["project.created", "project.updated", "project.deleted", "policy.changed"],
};
