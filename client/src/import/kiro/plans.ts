import type { ImportedPlan, Place, SourceFile } from "../format.ts";
import { fitName } from "../text/names.ts";
import { fitReference } from "../text/reference.ts";
import { placeOf, type SourceText, sourceText } from "../text/source-text.ts";
import type { KiroRead } from "./read.ts";
import { type TasksImport, tasksFile } from "./tasks/types.ts";
import { isMainFile, prefix } from "./types.ts";

/** Code points of a plan's name that its tasks' plan repeats. */
const longestFeature = 190;

/** Returns a reference such as `kiro:photo-albums/3`. */
export const referenceOf = (folder: string, ...path: string[]): string =>
  // A different separator between folders: `a/tasks` may be a folder, and `a` may have tasks.
  fitReference(`${prefix}${[folder.replaceAll("/", ":"), ...path].join("/")}`);

/** Where a folder's plans belong. */
export interface FolderPlace {
  /** Its name in references. */
  name: string;
  /** Its path from the format's root. */
  base: string;
  /** The reference of its parent plan; null for none. */
  root: string | null;
}

/** Returns a folder's plans as the API takes them: its own, and a sub-plan of its tasks. */
export function plansOf(
  { plan, specs, tasks, context, files }: KiroRead,
  { name: folder, base, root }: FolderPlace,
): { plans: [ImportedPlan, ...ImportedPlan[]]; files: SourceFile[] } {
  const reference = referenceOf(folder);
  const isBuilding = tasks?.isStarted || tasks?.tasks.some(({ status }) => status !== "TODO");
  const status = isBuilding ? ("BUILDING" as const) : ("PLANNING" as const);
  const hasWork = tasks !== null && (tasks.tasks.length > 0 || tasks.description !== "");
  const taskReference = (number: string) => referenceOf(folder, "tasks", number);
  const pathOf = (file: string) => (base === "" ? file : `${base}/${file}`);
  const placed = places(files, pathOf);
  // Without tasks, earlier imported statuses and needs stay.
  const stateOf = (ref: string) =>
    tasks
      ? {
          status: tasks.statuses.get(ref) ?? ("TODO" as const),
          ...(hasWork ? { needsFirst: (tasks.naming.get(ref) ?? []).slice(0, 100).map(taskReference) } : {}),
        }
      : {};
  const main = files.find(({ path }) => isMainFile(path))?.path ?? "";
  const own: ImportedPlan = {
    externalRef: reference,
    ...(root === null ? {} : { parentExternalRef: root }),
    ...plan,
    status,
    specs: specs.map(({ ref, number, title, content, source }) => ({
      externalRef: referenceOf(folder, number),
      title,
      content,
      ...stateOf(ref),
      ...placed(source),
    })),
    sources: context.map(({ file, ...source }) => ({
      externalRef: referenceOf(folder, file),
      ...source,
      source: { path: pathOf(file) },
    })),
    source: { path: pathOf(main) },
    files: files
      .map(({ path }) => path)
      .filter((path) => !hasWork || path !== tasksFile)
      .map(pathOf),
  };
  const kept = files.map(({ path, bytes }) => ({ path: pathOf(path), bytes }));
  if (!hasWork) return { plans: [own], files: kept };
  const work: ImportedPlan = {
    externalRef: referenceOf(folder, "tasks"),
    parentExternalRef: reference,
    name: fitName(`${[...plan.name].slice(0, longestFeature).join("")}: tasks`).name,
    description: tasks.description,
    status,
    specs: specsOfTasks(tasks, taskReference, placed),
    source: { path: pathOf(tasksFile) },
    files: [pathOf(tasksFile)],
  };
  return { plans: [own, work], files: kept };
}

const specsOfTasks = (
  { tasks }: TasksImport,
  referenceOfTask: (number: string) => string,
  placed: Placed,
): NonNullable<ImportedPlan["specs"]> =>
  tasks.map(({ number, title, content, status, source, needs }) => ({
    externalRef: referenceOfTask(number),
    title,
    content,
    status,
    needsFirst: needs.slice(0, 100).map(referenceOfTask),
    ...placed(source),
  }));

/** Returns where lines stand in their file, unless lines of others are between them. */
type Placed = (lines: { file: string; line: number; end: number | null }) => { source?: Place };

function places(files: readonly SourceFile[], pathOf: (file: string) => string): Placed {
  const texts = new Map<string, SourceText | null>();
  return ({ file, line, end }) => {
    const bytes = files.find(({ path }) => path === file)?.bytes;
    if (end === null || !bytes) return {};
    if (!texts.has(file)) texts.set(file, sourceText(pathOf(file), bytes)?.source ?? null);
    const text = texts.get(file);
    return text ? { source: placeOf(text, line - 1, end) } : {};
  };
}
