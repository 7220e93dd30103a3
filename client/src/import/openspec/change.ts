import type { Files } from "../files.ts";
import type { ImportedPlan, ImportedSpec, Parsed } from "../format.ts";
import { joinWithin, type Part } from "../text/budget.ts";
import { importedFields } from "../text/imported-fields.ts";
import { trimBlankLines } from "../text/markdown.ts";
import { fitName } from "../text/names.ts";
import { contextSources, readFiles } from "../text/plan-files.ts";
import { uniqueIds } from "../text/unique-ids.ts";
import { referenceOf } from "./references.ts";
import { criteriaIn, requirementSpecs } from "./requirements.ts";
import { specFile } from "./spec-file.ts";
import { openSpecTasks } from "./tasks.ts";

/** A change as a source of the import. */
export interface ChangeSource {
  reference: string;
  /** Its name in references. */
  id: string;
  /** The name of its folder. */
  name: string;
  root: string;
  path: string;
  files: readonly string[];
  /** Reference of the parent plan; null for a single change. */
  parent: string | null;
}

/** Code points of a plan's name that its tasks' plan repeats. */
const longestName = 190;

const kinds = new Map([
  ["design.md", { kind: "design", sourceKind: "PASTED" }],
  ["research.md", { kind: "research", sourceKind: "RESEARCH" }],
] as const);

/** Reads a change: its requirements as specs, and a sub-plan of its tasks. */
export async function readChange(
  from: Files,
  { reference, id, name, root, path, files, parent }: ChangeSource,
): Promise<Parsed> {
  const read = await readFiles(from, root, files);
  const { texts, notices } = read;
  const inside = (file: string) => file.slice(path.length + 1);
  const proposal = texts.get(`${path}/proposal.md`);
  const ref = (...parts: string[]) => referenceOf(id, ...parts);
  const list = texts.get(`${path}/tasks.md`);
  const tasks = list ? openSpecTasks(list, (task) => ref("tasks", task), notices) : null;
  const status = tasks?.status ?? undefined;
  const unique = uniqueIds();
  const specs: ImportedSpec[] = [];
  const parts: Part[] = [];
  if (proposal) parts.push({ file: proposal.path, line: 0, text: trimBlankLines([...proposal.lines]) });
  const others: string[] = [];
  for (const file of files) {
    const text = texts.get(file);
    const capability = /^specs\/(.+?)(?:\/spec)?\.md$/u.exec(inside(file))?.[1];
    if (inside(file) === ".openspec.yaml" && text) {
      notices.push({ file, line: 1, text: "", why: 'kept as "Imported fields" of the plan' });
    } else if (text && capability !== undefined) {
      const parsed = specFile(text);
      specs.push(
        ...requirementSpecs(text, parsed, { capability, referenceOf: ref, status }, unique, notices),
      );
      if (parsed.rest !== "") parts.push({ file, line: 0, text: `## ${inside(file)}\n\n${parsed.rest}` });
    } else if (!["proposal.md", "tasks.md"].includes(inside(file)) || !text) others.push(file);
  }
  const fields = texts.get(`${path}/.openspec.yaml`);
  if (fields) parts.push({ file: fields.path, line: 0, text: importedFields(fields.lines) });
  const own: ImportedPlan = {
    externalRef: reference,
    name: fitName(name).name || "Change",
    description: joinWithin(parts, notices),
    status: status === undefined || status === "TODO" ? "PLANNING" : "BUILDING",
    specs,
    sources: contextSources(read, others, (file) =>
      /\.md$/iu.test(file)
        ? {
            externalRef: ref("files", inside(file)),
            ...(kinds.get(inside(file) as "design.md") ?? { kind: "note" }),
          }
        : "it is no part of a change that planners read; an export gives it back",
    ),
    files: read.files.map((file) => file.path).filter((file) => file !== list?.path),
  };
  if (parent !== null) own.parentExternalRef = parent;
  if (proposal) own.source = { path: proposal.path };
  const plans: [ImportedPlan, ...ImportedPlan[]] = [own];
  if (tasks && list) {
    plans.push({
      externalRef: ref("tasks"),
      parentExternalRef: reference,
      name: fitName(`${[...own.name].slice(0, longestName).join("")}: tasks`).name,
      description: joinWithin([{ file: list.path, line: 0, text: tasks.description }], notices),
      status: own.status ?? "PLANNING",
      specs: tasks.specs,
      source: { path: list.path },
      files: [list.path],
    });
  }
  return { plans, criteria: criteriaIn(specs), notices, files: read.files };
}
