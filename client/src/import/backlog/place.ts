import { type Files, whole } from "../files.ts";
import { above, joined, nameOf } from "../paths.ts";
import { wordOf, yamlFields } from "../text/front-matter.ts";
import { sourceText } from "../text/source-text.ts";

/** The repository's root, and the folder of tasks in it. */
export interface BacklogPlace {
  root: string;
  folder: string;
}

const usual = ["backlog", ".backlog"];
/** Names the folder, if it is another one. */
const rootConfig = "backlog.config.yml";
const parts = ["tasks", "drafts", "completed"];
const TASK = /^\p{L}[\p{L}-]*-\d[\w.]* - .*\.md$/u;

/** Finds the folder of tasks in or around a path; null if there is none. */
export async function placeAt(files: Files, path: string): Promise<BacklogPlace | null> {
  const full = whole(files, path);
  for (const folder of [...usual, await configured(files, full)])
    if (folder !== "" && (await isBacklogFolder(files, joined(full, folder), true)))
      return { root: full, folder };
  for (let at = full; at !== "/"; at = above(at))
    if (await isBacklogFolder(files, at, usual.includes(nameOf(at))))
      return { root: above(at), folder: nameOf(at) };
  return null;
}

async function configured(files: Files, root: string): Promise<string> {
  if (!(await files.has(joined(root, rootConfig)))) return "";
  const read = await files.read(root, rootConfig);
  const text = "bytes" in read ? sourceText(rootConfig, read.bytes) : null;
  const folder = wordOf(yamlFields(text?.source.lines ?? []).fields.get("backlog_directory"));
  return folder.split("/").includes("..") || folder.startsWith("/") ? "" : joined(folder);
}

/** A folder of any other name needs a task, since many have a configuration and something called tasks. */
async function isBacklogFolder(files: Files, path: string, isNamed: boolean): Promise<boolean> {
  const isConfigured = isNamed && (await files.has(joined(path, "config.yml")));
  for (const part of parts) {
    const folder = joined(path, part);
    if ((await files.kindOf(folder)) !== "folder") continue;
    if (isConfigured) return true;
    const entries = await files.list(folder);
    if (!("problem" in entries) && entries.some(({ name }) => TASK.test(name))) return true;
  }
  return false;
}
