import { type Files, whole } from "../files.ts";
import { NotImportable, type Notice } from "../format.ts";
import { joined, nameOf } from "../paths.ts";
import { isContext } from "./context.ts";
import { hint, listed } from "./listed.ts";
import { parseKiro } from "./parse.ts";
import { type TasksMode, tasksFile } from "./tasks/types.ts";
import { type KiroImport, requirementsFile } from "./types.ts";
import { anyTextOf, textOf } from "./utf8.ts";

/** These texts are stored, so lost characters would matter. */
const mustBeUtf8 = (file: string) => file === tasksFile || isContext(file);

async function readRequirements(from: Files, folder: string): Promise<string> {
  const path = joined(folder, requirementsFile);
  const read = await from.read(folder, requirementsFile);
  if ("problem" in read)
    throw new NotImportable(
      `${path} ${read.problem}: make it a readable file of the folder, then import again.`,
    );
  const text = textOf(read.bytes);
  if (text !== null) return text;
  throw new NotImportable(`${path} is not UTF-8: save it as UTF-8, then import again.`);
}

/**
 * Reads a Kiro spec folder and lists its other files. Throws `NotImportable` if the folder or
 * `requirements.md` is missing or unreadable, and as `parseKiro` does.
 */
export async function readKiro(from: Files, folder: string, tasks: TasksMode = "top"): Promise<KiroImport> {
  const entries = await listed(from, folder);
  const files: Record<string, string> = {};
  const unread: Notice[] = [];
  const withoutContext: string[] = [];
  for (const entry of entries) {
    if (entry.name === requirementsFile) {
      files[entry.name] = await readRequirements(from, folder);
    } else if (!entry.isFolder && /\.(?:md|json)$/iu.test(entry.name)) {
      const read = await from.read(folder, entry.name);
      const readText = mustBeUtf8(entry.name) ? textOf : anyTextOf;
      const text = "bytes" in read ? readText(read.bytes) : null;
      const problem = "problem" in read ? read.problem : "is not UTF-8";
      if (text !== null) files[entry.name] = text;
      else {
        unread.push({ file: entry.name, line: 1, text: "", why: `not imported: ${problem}` });
        if (isContext(entry.name)) withoutContext.push(entry.name);
      }
    } else {
      const file = entry.isFolder ? `${entry.name}/` : entry.name;
      unread.push({ file, line: 1, text: "", why: "not imported: no part of a Kiro spec that makes specs" });
    }
  }
  if (files[requirementsFile] === undefined) {
    throw new NotImportable(`${folder} has no ${requirementsFile}: ${hint}`);
  }
  const result = parseKiro(files, nameOf(whole(from, folder)), tasks);
  return {
    ...result,
    withoutContext: [...result.withoutContext, ...withoutContext],
    notUnderstood: [...result.notUnderstood, ...unread],
  };
}
