import { formatsAt } from "./detect.ts";
import type { Files } from "./files.ts";
import { whole } from "./files.ts";
import { NotImportable } from "./format.ts";
import { definitionOf, type FormatId, formatNames } from "./formats.ts";
import { above, joined } from "./paths.ts";

/** A format to read, or `auto` for all that are there. */
export type Asked = FormatId | "auto";

/** Where a format was found. */
export interface Located {
  format: FormatId;
  path: string;
}

/** Tells the user how to import a format's folder, as the end of a sentence. */
export type Advice = (format: FormatId, path: string) => string;

/** Levels below the path that `auto` searches, and folders that it lists at most. */
const deepest = 3;
const mostFolders = 500;

/** Folders of other people's code. */
const foreign = /^(?:\..*|node_modules|vendor|third_party|dist|build|target|coverage)$/u;

/**
 * Returns where the asked formats are: at the path, in the folder of a file, or for `auto` below a folder.
 * Throws `NotImportable` if another format is there, with advice, or if `auto` finds none.
 */
export async function locate(files: Files, path: string, asked: Asked, advice: Advice): Promise<Located[]> {
  const entries = await files.list(path);
  const isFile = "problem" in entries && (await files.has(path));
  for (const place of isFile ? [path, above(whole(files, path))] : [path]) {
    const found = await formatsAt(files, place);
    if (asked !== "auto" && found.includes(asked)) return [{ format: asked, path: place }];
    if (asked === "auto" && found.length > 0) return found.map((format) => ({ format, path: place }));
    const [other] = found;
    if (other && asked !== "auto") throw wrongFormat(path, asked, other, advice);
  }
  // The format explains what is missing.
  if (asked !== "auto") return [{ format: asked, path }];
  if ("problem" in entries && !isFile) throw new NotImportable(`${path} ${entries.problem}.`);
  const below = isFile ? [] : await search(files, path);
  const doubled = below.find(({ format }, index) => below.findIndex((one) => one.format === format) < index);
  if (doubled) {
    const several = below.filter(({ format }) => format === doubled.format);
    const ways = several.map((one) => advice(one.format, one.path));
    const { name } = definitionOf(doubled.format);
    throw new NotImportable(`${path} holds several folders of ${name}. Choose one: ${ways.join("; ")}.`);
  }
  if (below.length > 0) return below;
  throw new NotImportable(`${path} holds nothing of ${formatNames}: give a folder or file of one of them.`);
}

const wrongFormat = (path: string, asked: FormatId, other: FormatId, advice: Advice) =>
  new NotImportable(
    `${path} is of ${definitionOf(other).name}, not of ${definitionOf(asked).name}: ${advice(other, path)}.`,
  );

/** Searches below a folder, level by level, and not within what it finds. */
async function search(files: Files, path: string): Promise<Located[]> {
  const found: Located[] = [];
  let level = [path];
  let listed = 0;
  for (let depth = 0; depth < deepest; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (++listed > mostFolders) return found;
      const entries = await files.list(folder);
      if ("problem" in entries) continue;
      for (const { name, isFolder } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        if (!isFolder || foreign.test(name)) continue;
        const below = joined(folder, name);
        const formats = await formatsAt(files, below);
        if (formats.length === 0) next.push(below);
        for (const format of formats) found.push({ format, path: below });
      }
    }
    level = next;
  }
  return found;
}
