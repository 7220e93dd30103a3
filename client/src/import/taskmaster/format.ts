import { type Files, whole } from "../files.ts";
import { type Format, NotImportable } from "../format.ts";
import { above, joined, nameOf } from "../paths.ts";
import { taskmaster } from "./index.ts";
import { readTasks } from "./read.ts";
import { findTasks, type TaskMasterSource } from "./tasks-file.ts";

/** Returns the importer of Task Master's tasks (docs/decisions/taskmaster-import.md). */
export const taskmasterIn = (files: Files): Format<TaskMasterSource> => ({
  prefix: taskmaster.prefix,
  async find(path) {
    const found = await findTasks(files, path);
    if (!found)
      throw new NotImportable(
        `${path} has no tasks of Task Master: give a folder with .taskmaster/tasks/tasks.json or tasks/tasks.json, or that file.`,
      );
    const file = joined(found.root, found.path);
    const read = await files.read(above(whole(files, file)), nameOf(file));
    if ("problem" in read)
      throw new NotImportable(`${file} ${read.problem}: make it readable, then import again.`);
    const source = { reference: taskmaster.prefix, ...found, name: nameOf(found.root), bytes: read.bytes };
    return { root: null, sources: [source], notices: [] };
  },
  read: (source) => readTasks(files, source),
});
