import { type Files, whole } from "../files.ts";
import { NotImportable, type Notice, type SourceFile } from "../format.ts";
import { joined, nameOf } from "../paths.ts";
import { readFile, treeOf } from "../text/tree.ts";
import { anyTextOf, textOf } from "../text/utf8.ts";
import { isContext } from "./context.ts";
import { hint, listed } from "./listed.ts";
import { parseKiro } from "./parse.ts";
import { tasksFile } from "./tasks/types.ts";
import { isMainFile, type KiroImport, type KiroOptions, requirementsFile } from "./types.ts";

/** An import with all files of its folder, by their paths in it. */
export interface KiroRead extends KiroImport {
  files: SourceFile[];
}

/** These texts are stored, so lost characters would matter. */
const mustBeUtf8 = (file: string) => file === tasksFile || isContext(file);

const isText = (path: string) => !path.includes("/") && /\.(?:md|json)$/iu.test(path);

/**
 * Reads a Kiro spec folder and lists its other files. Throws `NotImportable` if the folder or its main file is
 * missing or unreadable, and as `parseKiro` does.
 */
export async function readKiro(
  from: Files,
  folder: string,
  options: Partial<KiroOptions> = {},
): Promise<KiroRead> {
  const names = new Set((await listed(from, folder)).map(({ name }) => name));
  if (![...names].some(isMainFile)) throw new NotImportable(`${folder} has no ${requirementsFile}: ${hint}`);
  const { paths, notices: unread } = await treeOf(from, folder, "");
  const files: SourceFile[] = [];
  const texts: Record<string, string> = {};
  const withoutContext: string[] = [];
  const leaveOut = (file: string, why: string) =>
    unread.push({ file, line: 1, text: "", why: `not imported: ${why}` });
  for (const path of [...names].filter(isMainFile)) {
    const file = await readMain(from, folder, path);
    files.push(file);
    texts[path] = textOf(file.bytes) ?? refuseEncoding(joined(folder, path));
  }
  for (const path of paths) {
    if (isMainFile(path)) continue;
    const file = await readFile(from, folder, path, unread);
    if (file) files.push(file);
    const text = file && isText(path) ? (mustBeUtf8(path) ? textOf : anyTextOf)(file.bytes) : null;
    if (text !== null) texts[path] = text;
    else if (file) leaveOut(path, isText(path) ? "is not UTF-8" : "no part of a Kiro spec that makes specs");
    if (text === null && isContext(path)) withoutContext.push(path);
  }
  const result = parseKiro(texts, nameOf(whole(from, folder)), options);
  return {
    ...result,
    files,
    withoutContext: [...result.withoutContext, ...withoutContext],
    notUnderstood: [...result.notUnderstood, ...sorted(unread)],
  };
}

const sorted = (notices: readonly Notice[]) => notices.toSorted((a, b) => (a.file < b.file ? -1 : 1));

async function readMain(from: Files, folder: string, name: string): Promise<SourceFile> {
  const read = await from.read(folder, name);
  if ("bytes" in read) return { path: name, bytes: read.bytes };
  throw new NotImportable(
    `${joined(folder, name)} ${read.problem}: make it a readable file of the folder, then import again.`,
  );
}

function refuseEncoding(path: string): never {
  throw new NotImportable(`${path} is not UTF-8: save it as UTF-8, then import again.`);
}
