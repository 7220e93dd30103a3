import { group } from "../../group.ts";
import { changeProject, deleteProject, restoreProject, showProject } from "./project-change.ts";
import { createProject } from "./project-create.ts";
import { listProjects } from "./project-list.ts";

export const project = () =>
  group(
    "project",
    "projects",
    createProject(),
    listProjects(),
    showProject(),
    changeProject(),
    deleteProject(),
    restoreProject(),
  );
