import type { Files } from "../files.ts";
import { NotImportable } from "../format.ts";
import { frontMatter } from "../text/front-matter.ts";
import { type PlanFiles, readFiles } from "../text/plan-files.ts";
import type { SourceText } from "../text/source-text.ts";
import { notImported, treeOf } from "../text/tree.ts";
import { type BacklogPlace, placeAt } from "./place.ts";
import { type TaskFile, taskFile } from "./task-file.ts";

/** A backlog's files by their roles. */
export interface BacklogTree {
  place: BacklogPlace;
  read: PlanFiles;
  tasks: TaskFile[];
  drafts: TaskFile[];
  /** Paths of the others, from the root. */
  milestones: string[];
  context: string[];
  archived: string[];
  config: string;
}

/** Tests for a file with an id or a title. */
function isMilestone({ path, lines }: SourceText): boolean {
  const { fields } = frontMatter(lines);
  return path.endsWith(".md") && (fields.has("id") || fields.has("title"));
}

/** Numbers in names are compared as numbers. */
const { compare } = new Intl.Collator("en", { numeric: true });

/** Returns the place of a backlog. Throws `NotImportable` if there is none. */
export async function backlogAt(files: Files, path: string): Promise<BacklogPlace> {
  const place = await placeAt(files, path);
  if (place) return place;
  throw new NotImportable(`${path} has no folder of Backlog.md: give a repository, or its backlog folder.`);
}

/** Reads all files of a backlog. Throws `NotImportable` if there is none. */
export async function backlogTree(files: Files, path: string): Promise<BacklogTree> {
  const place = await backlogAt(files, path);
  const { paths, notices } = await treeOf(files, place.root, place.folder);
  const inside = (file: string) => file.slice(place.folder.length + 1);
  const tasks: TaskFile[] = [];
  const drafts: TaskFile[] = [];
  const takeTask = (text: SourceText) => {
    const [, part = ""] = /^(tasks|completed|drafts)\/.*\.md$/u.exec(inside(text.path)) ?? [];
    const task = part === "" ? null : taskFile(text);
    if (task) (part === "drafts" ? drafts : tasks).push(task);
    return task !== null;
  };
  const read = await readFiles(files, place.root, paths, takeTask);
  read.notices.push(...notices);
  const config = `${place.folder}/config.yml`;
  const tree: BacklogTree = { place, read, tasks, drafts, milestones: [], context: [], archived: [], config };
  const taken = new Set([...tasks, ...drafts].map((task) => task.path));
  for (const { path: file } of read.files) {
    const text = read.texts.get(file);
    if (taken.has(file) || file === config) continue;
    if (inside(file).startsWith("archive/")) tree.archived.push(file);
    else if (inside(file).startsWith("milestones/") && text && isMilestone(text)) tree.milestones.push(file);
    else tree.context.push(file);
  }
  // Of two tasks with one id, the open one keeps it.
  const isDone = ({ path: file }: TaskFile) => inside(file).startsWith("completed/");
  tree.tasks.sort((a, b) => Number(isDone(a)) - Number(isDone(b)) || compare(a.path, b.path));
  tree.drafts.sort((a, b) => compare(a.path, b.path));
  for (const file of tree.archived)
    read.notices.push(
      notImported(
        file,
        inside(file).startsWith("archive/drafts/")
          ? "it is archived; an export of the plan of drafts gives it back"
          : "it is archived; an export of the project's plan gives it back",
      ),
    );
  return tree;
}
