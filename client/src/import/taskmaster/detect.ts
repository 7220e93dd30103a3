import type { Files } from "../files.ts";
import { findTasks } from "./tasks-file.ts";

/** Tests for Task Master's tasks: a repository, its `.taskmaster`, a folder of tasks, or the file. */
export const isTaskMaster = async (files: Files, path: string): Promise<boolean> =>
  (await findTasks(files, path)) !== null;
