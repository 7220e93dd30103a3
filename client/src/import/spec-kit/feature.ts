import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import type { Files } from "../files.ts";
import type { ImportedPlan, ImportedSpec, Notice, Parsed } from "../format.ts";
import { nameOf } from "../paths.ts";
import { joinWithin } from "../text/budget.ts";
import { blankFrontMatter } from "../text/front-matter.ts";
import { importedFields } from "../text/imported-fields.ts";
import { maxNeeds, tooManyNeeds } from "../text/limits.ts";
import { fitName } from "../text/names.ts";
import { contextSources, readFiles } from "../text/plan-files.ts";
import { placeOf, type SourceText } from "../text/source-text.ts";
import { uniqueIds } from "../text/unique-ids.ts";
import { referenceOf } from "./references.ts";
import { type SpecFile, type Story, specFile } from "./stories.ts";
import { type SpecKitTasks, specKitTasks } from "./tasks.ts";

/** A feature as a source of the import. */
export interface FeatureSource {
  reference: string;
  /** Its path below the folder of features. */
  name: string;
  root: string;
  path: string;
  files: readonly string[];
  /** Files of no feature, which the first one keeps. */
  keptFiles: readonly string[];
  /** Reference of the parent plan; null for a single feature. */
  parent: string | null;
}

/** Code points of a plan's name that its tasks' plan repeats. */
const longestName = 190;

/** Reads a feature: its user stories as specs, and a sub-plan of its tasks. */
export async function readFeature(
  from: Files,
  { reference, name, root, path, files, keptFiles, parent }: FeatureSource,
): Promise<Parsed> {
  const read = await readFiles(from, root, files);
  const kept = await readFiles(from, root, keptFiles, () => true);
  const { texts, notices } = read;
  notices.push(...kept.notices);
  const ref = (...parts: string[]) => referenceOf(name, ...parts);
  const document = texts.get(`${path}/spec.md`);
  const list = texts.get(`${path}/tasks.md`);
  const tasks = list ? specKitTasks(list, ref, notices) : null;
  const front = blankFrontMatter(document?.lines ?? []);
  const parsed = document ? specFile(front.lines) : null;
  const specs = document && parsed ? storySpecs(document, parsed, tasks, ref, notices) : [];
  const others = files.filter((file) => texts.get(file) !== document && texts.get(file) !== list);
  if (document && front.yaml !== "")
    notices.push({ file: document.path, line: 1, text: "", why: 'kept as "Imported fields" of the plan' });
  const all = [...read.files, ...kept.files];
  const own: ImportedPlan = {
    externalRef: reference,
    name: fitName(parsed?.title ?? "").name || fitName(nameOf(name)).name || "Feature",
    description: joinWithin(
      [parsed?.rest ?? "", importedFields([front.yaml])].map((text) => ({
        file: `${path}/spec.md`,
        line: 0,
        text,
      })),
      notices,
    ),
    status: stateOf(tasks?.specs ?? []) === "TODO" ? "PLANNING" : "BUILDING",
    specs,
    sources: contextSources(read, others, (file) => {
      const inside = file.slice(path.length + 1);
      return {
        externalRef: ref("files", inside),
        folderPath: inside.split("/").slice(0, -1).join("/"),
        ...kindOf(inside),
      };
    }),
    files: all.map((file) => file.path).filter((file) => file !== list?.path),
  };
  if (parent !== null) own.parentExternalRef = parent;
  if (document) own.source = { path: document.path };
  const plans: [ImportedPlan, ...ImportedPlan[]] = [own];
  if (tasks && list) {
    plans.push({
      externalRef: ref("tasks"),
      parentExternalRef: reference,
      name: `${[...own.name].slice(0, longestName).join("")}: tasks`,
      description: joinWithin([{ file: list.path, line: 0, text: tasks.description }], notices),
      status: own.status ?? "PLANNING",
      specs: tasks.specs,
      source: { path: list.path },
      files: [list.path],
    });
  }
  const made = plans.flatMap((plan) => plan.specs ?? []);
  const criteria = made.reduce((sum, { content = "" }) => sum + acceptanceCriteria(content).length, 0);
  return { plans, criteria, notices, files: all };
}

const kinds = new Map([
  ["plan.md", { kind: "plan", sourceKind: "PASTED" }],
  ["research.md", { kind: "research", sourceKind: "RESEARCH" }],
  ["data-model.md", { kind: "data model", sourceKind: "PASTED" }],
  ["quickstart.md", { kind: "quickstart", sourceKind: "PASTED" }],
] as const);

function kindOf(inside: string): { kind: string; sourceKind: "PASTED" | "RESEARCH" } {
  const known = (kinds as ReadonlyMap<string, { kind: string; sourceKind: "PASTED" | "RESEARCH" }>).get(
    inside,
  );
  return known ?? { kind: inside.startsWith("contracts/") ? "contract" : "note", sourceKind: "PASTED" };
}

function storySpecs(
  source: SourceText,
  { stories, requirements, unknown, title }: SpecFile,
  tasks: SpecKitTasks | null,
  ref: (id: string) => string,
  notices: Notice[],
): ImportedSpec[] {
  const file = source.path;
  const unique = uniqueIds();
  for (const { line, title: text } of unknown)
    notices.push({ file, line: line + 1, text, why: "no section of the format: kept as it is" });
  const specs = stories.map((story): ImportedSpec => {
    const id = unique(story.id);
    if (id !== story.id) {
      const why = "a second user story of this number: imported beside the other";
      notices.push({ file, line: story.from + 1, text: story.id, why });
    }
    const own = id === story.id ? (tasks?.ofStories.get(numberOf(story)) ?? []) : [];
    if (own.length > maxNeeds) {
      notices.push({ file, line: story.from + 1, text: story.id, why: tooManyNeeds });
    }
    const spec: ImportedSpec = {
      externalRef: ref(id),
      title: fitName(story.title || title).name || story.id,
      content: joinWithin([{ file, line: story.from, text: story.text }], notices),
      needsFirst: own.slice(0, maxNeeds).map(({ externalRef }) => externalRef),
      source: placeOf(source, story.from, story.to),
    };
    if (own.length > 0) spec.status = stateOf(own);
    return spec;
  });
  if (requirements) {
    const { text, from, to } = requirements;
    const spec: ImportedSpec = {
      externalRef: ref("requirements"),
      title: "Requirements",
      content: joinWithin([{ file, line: from, text }], notices),
      source: placeOf(source, from, to),
    };
    if (tasks && tasks.specs.length > 0) spec.status = stateOf(tasks.specs);
    specs.push(spec);
  }
  return specs;
}

const numberOf = ({ id }: Story) => Number(/\d+/u.exec(id)?.[0]);

/** Returns what the statuses of parts say of the whole. */
function stateOf(specs: readonly ImportedSpec[]): "TODO" | "IN_PROGRESS" | "DONE" {
  if (specs.length > 0 && specs.every(({ status }) => status === "DONE")) return "DONE";
  return specs.some(({ status }) => status !== "TODO") ? "IN_PROGRESS" : "TODO";
}
