import { type Files, whole } from "../files.ts";
import type { Source } from "../format.ts";
import { above, joined, nameOf } from "../paths.ts";
import { textOf } from "../text/utf8.ts";

/** The file of all tasks, by its path from the root of its repository. */
export interface TasksFile {
  root: string;
  path: string;
}

/** The file with its content, and the name of its repository. */
export interface TaskMasterSource extends Source, TasksFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const ownFolder = ".taskmaster";
const own = `${ownFolder}/tasks/tasks.json`;
const legacy = "tasks/tasks.json";

/** Finds the tasks at a path; null if there are none. */
export async function findTasks(files: Files, path: string): Promise<TasksFile | null> {
  const full = whole(files, path);
  if ((await files.kindOf(full)) === "other" && nameOf(full).endsWith(".json")) {
    const found = placeOf(full);
    return (await holdsTasks(files, found)) ? found : null;
  }
  for (const inside of [own, legacy, "tasks.json"]) {
    const found = placeOf(joined(full, inside));
    if (await holdsTasks(files, found)) return found;
  }
  return null;
}

/** Splits a file's path at the root, which contains `.taskmaster` or the folder of an older version. */
function placeOf(file: string): TasksFile {
  for (const ending of [own, legacy])
    if (file.endsWith(`/${ending}`)) return { root: file.slice(0, -ending.length - 1) || "/", path: ending };
  const folder = above(file);
  // A copy of the tasks, such as a backup, next to them.
  const tasks = `${ownFolder}/tasks`;
  if (folder.endsWith(`/${tasks}`))
    return { root: folder.slice(0, -tasks.length - 1) || "/", path: `${tasks}/${nameOf(file)}` };
  return { root: folder, path: nameOf(file) };
}

/** Tests whether a file is a list of tasks: `tasks.json` is a common name for other things. */
async function holdsTasks(files: Files, { root, path }: TasksFile): Promise<boolean> {
  const file = joined(root, path);
  if ((await files.kindOf(file)) !== "other") return false;
  // The reader says what is wrong with it.
  if (path === own) return true;
  const read = await files.read(above(file), nameOf(file));
  const text = "bytes" in read ? (textOf(read.bytes) ?? "") : "";
  return (
    /"tasks"\s*:\s*\[/u.test(text) &&
    /"title"\s*:/u.test(text) &&
    /"(?:dependencies|testStrategy|subtasks)"\s*:/u.test(text)
  );
}
