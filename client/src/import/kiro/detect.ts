import { type Entry, type Files, whole } from "../files.ts";
import { joined, nameOf } from "../paths.ts";
import { textOf } from "../text/utf8.ts";
import { isMainFile } from "./types.ts";

/** Levels of folders below one of specs that are looked into, and folders in all. */
const deepest = 2;
const mostFolders = 200;

/** Files next to Kiro's requirements. */
const beside = new Set(["design.md", "tasks.md", "spec.json", ".config.kiro"]);

/** Words of Kiro's requirements, since `requirements.md` is a common name. */
const words =
  /acceptance criteria|user story|requirement \d|\bshall\b|bug analysis|要件|要求|需求|요구|requisito|exigence|anforderung|требован|вимог|wymagan|gereksinim|متطلب/iu;

/** Tests for a Kiro spec, a folder of specs, a `.kiro` or a repository with one. */
export async function isKiro(files: Files, path: string): Promise<boolean> {
  const full = whole(files, path);
  for (const folder of [".kiro/specs", ".kiro/steering"])
    if (await files.has(joined(full, folder))) return true;
  if (/\/\.kiro(?:\/specs)?$/u.test(full)) return true;
  const entries = await files.list(full);
  if ("problem" in entries) return false;
  if (entries.some(isMain)) return isSpec(files, full, entries);
  const specs = nameOf(full) === "specs" ? full : joined(full, "specs");
  return holdsSpecs(files, specs, 0, { left: mostFolders });
}

const isMain = ({ name, isFolder }: Entry) => isMainFile(name) && !isFolder;

/** Tests whether a folder with a main file is a spec, by the files beside it or the words in it. */
async function isSpec(files: Files, folder: string, entries: readonly Entry[]): Promise<boolean> {
  if (entries.some(({ name }) => beside.has(name))) return true;
  const read = await files.read(folder, entries.find(isMain)?.name ?? "");
  const text = "bytes" in read ? textOf(read.bytes) : null;
  // The reader says what is wrong with it.
  return text === null || words.test(text);
}

async function holdsSpecs(
  files: Files,
  folder: string,
  depth: number,
  budget: { left: number },
): Promise<boolean> {
  if (budget.left-- <= 0) return false;
  const entries = await files.list(folder);
  // spec-kit's checklist of a feature has the same file name as Kiro's requirements.
  if ("problem" in entries || entries.some(({ name }) => name === "spec.md")) return false;
  if (entries.some(isMain)) return isSpec(files, folder, entries);
  if (depth === deepest) return false;
  for (const { name, isFolder } of entries) {
    if (!isFolder || name.startsWith(".") || name === "node_modules") continue;
    if (await holdsSpecs(files, joined(folder, name), depth + 1, budget)) return true;
  }
  return false;
}
