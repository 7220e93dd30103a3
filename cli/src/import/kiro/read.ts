import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parseKiro } from "./parse.ts";
import { code, readRegularFile } from "./regular-file.ts";
import { type KiroImport, type Notice, requirementsFile } from "./types.ts";

const hint = "give the folder of one Kiro spec, such as .kiro/specs/<feature>.";

async function list(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    const problem = new Map([
      ["ENOENT", "does not exist"],
      ["ENOTDIR", "is not a folder"],
      ["EACCES", "may not be read"],
    ]).get(code(cause));
    throw new Error(`${folder} ${problem ?? `can't be read (${code(cause)})`}: ${hint}`, { cause });
  }
}

async function readRequirements(folder: string): Promise<string> {
  const path = join(folder, requirementsFile);
  const read = await readRegularFile(folder, requirementsFile);
  if ("problem" in read)
    throw new Error(`${path} ${read.problem}: make it a readable file of the folder, then import again.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(read.bytes);
  } catch (cause) {
    throw new Error(`${path} is not UTF-8: save it as UTF-8, then import again.`, { cause });
  }
}

/**
 * Reads a Kiro spec folder from disk, and lists the other files that lie in it. Throws an `Error` of one sentence where
 * the folder or its `requirements.md` is missing, unreadable or not UTF-8, and where `parseKiro` does.
 */
export async function readKiro(folder: string): Promise<KiroImport> {
  const entries = await list(folder);
  const files: Record<string, string> = {};
  const unread: Notice[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === requirementsFile) {
      files[entry.name] = await readRequirements(folder);
    } else if (!entry.isDirectory() && /\.(?:md|json)$/iu.test(entry.name)) {
      const read = await readRegularFile(folder, entry.name);
      if ("bytes" in read) files[entry.name] = read.bytes.toString();
      else unread.push({ file: entry.name, line: 1, text: "", why: `not imported: ${read.problem}` });
    } else {
      const file = entry.isDirectory() ? `${entry.name}/` : entry.name;
      unread.push({ file, line: 1, text: "", why: "not imported: no part of a Kiro spec that makes specs" });
    }
  }
  if (files[requirementsFile] === undefined) {
    throw new Error(`${folder} has no ${requirementsFile}: ${hint}`);
  }
  const result = parseKiro(files, basename(resolve(folder)));
  return { ...result, notUnderstood: [...result.notUnderstood, ...unread] };
}
