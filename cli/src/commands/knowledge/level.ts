import { Option } from "commander";
import type { Settings } from "../../settings.ts";

/** The level that a text belongs to, as options name it. */
export interface LevelOptions {
  project?: string;
  workspace?: true;
}

export const levelProject = () =>
  new Option("--project <slug>", "of this project; the workspace's if there is no default project");
export const levelWorkspace = () => new Option("--workspace", "those of the workspace").conflicts("project");

/** Returns the project's slug; undefined for the workspace. */
export const levelOf = ({ project, workspace }: LevelOptions, settings: Settings): string | undefined =>
  workspace ? undefined : (project ?? settings.project);
