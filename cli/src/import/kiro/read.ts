import { isUtf8 } from "node:buffer";
import { basename, join, resolve } from "node:path";
import { NotImportable, type Notice } from "../format.ts";
import { isContext } from "./context.ts";
import { hint, listFolder } from "./list-folder.ts";
import { parseKiro } from "./parse.ts";
import { readRegularFile } from "./regular-file.ts";
import { type TasksMode, tasksFile } from "./tasks/types.ts";
import { type KiroImport, requirementsFile } from "./types.ts";

/** The words of these files are kept, and would be lost. */
const mustBeUtf8 = (file: string) => file === tasksFile || isContext(file);

async function readRequirements(folder: string): Promise<string> {
  const path = join(folder, requirementsFile);
  const read = await readRegularFile(folder, requirementsFile);
  if ("problem" in read)
    throw new NotImportable(
      `${path} ${read.problem}: make it a readable file of the folder, then import again.`,
    );
  if (isUtf8(read.bytes)) return read.bytes.toString();
  throw new NotImportable(`${path} is not UTF-8: save it as UTF-8, then import again.`);
}

/**
 * Reads a Kiro spec folder from disk, and lists the other files that lie in it. Throws `NotImportable` where
 * the folder or its `requirements.md` is missing, unreadable or not UTF-8, and where `parseKiro` does.
 */
export async function readKiro(folder: string, tasks: TasksMode = "top"): Promise<KiroImport> {
  const entries = await listFolder(folder);
  const files: Record<string, string> = {};
  const unread: Notice[] = [];
  const withoutContext: string[] = [];
  for (const entry of entries) {
    if (entry.name === requirementsFile) {
      files[entry.name] = await readRequirements(folder);
    } else if (!entry.isDirectory() && /\.(?:md|json)$/iu.test(entry.name)) {
      const read = await readRegularFile(folder, entry.name);
      const isRead = "bytes" in read && (!mustBeUtf8(entry.name) || isUtf8(read.bytes));
      const problem = "problem" in read ? read.problem : "is not UTF-8";
      if (isRead) files[entry.name] = read.bytes.toString();
      else {
        unread.push({ file: entry.name, line: 1, text: "", why: `not imported: ${problem}` });
        if (isContext(entry.name)) withoutContext.push(entry.name);
      }
    } else {
      const file = entry.isDirectory() ? `${entry.name}/` : entry.name;
      unread.push({ file, line: 1, text: "", why: "not imported: no part of a Kiro spec that makes specs" });
    }
  }
  if (files[requirementsFile] === undefined) {
    throw new NotImportable(`${folder} has no ${requirementsFile}: ${hint}`);
  }
  const result = parseKiro(files, basename(resolve(folder)), tasks);
  return {
    ...result,
    withoutContext: [...result.withoutContext, ...withoutContext],
    notUnderstood: [...result.notUnderstood, ...unread],
  };
}
