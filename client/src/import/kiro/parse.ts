import { readCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { NotImportable, type Notice } from "../format.ts";
import { cleanSource } from "../text/clean.ts";
import { fitName } from "../text/names.ts";
import { refuseLarge } from "../text/size.ts";
import { contextOf, isContext } from "./context.ts";
import { featureName, notImported } from "./files.ts";
import { makeBugfix } from "./requirements/bugfix.ts";
import { criteriaHeading } from "./requirements/criteria-heading.ts";
import { numberOfRequirement } from "./requirements/criteria-ids.ts";
import { makePlan } from "./requirements/plan.ts";
import { type Outline, outline } from "./requirements/sections.ts";
import { makeSpec } from "./requirements/spec.ts";
import { titleOfDocument } from "./requirements/words.ts";
import { parseTasks } from "./tasks/parse.ts";
import { type KnownRequirement, tasksFile } from "./tasks/types.ts";
import {
  bugfixFile,
  type ImportedSpec,
  isMainFile,
  type KiroImport,
  type KiroOptions,
  requirementsFile,
} from "./types.ts";

/** Returns a function that makes names unique: the second `a` becomes `a` plus `again("a", 2)`. */
function countedUp(again: (name: string, times: number) => string) {
  const seen = new Map<string, number>();
  return (name: string) => {
    const key = name.toLowerCase().replaceAll(" ", "");
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times > 1 ? again(name, times) : name;
  };
}

/** Creates one spec per requirement. Repeated numbers get their own `ref`. */
function makeSpecs(document: Outline): { specs: ImportedSpec[]; notices: Notice[] } {
  const refOf = countedUp((id, times) => `${id} (${times})`);
  const numberOf = countedUp((number, times) => `${number}-${times}`);
  const notices: Notice[] = [];
  const specs = document.sections.flatMap((section) => {
    if (section.requirement === null) return [];
    const { id } = section.requirement;
    const ref = refOf(id);
    const made = makeSpec(document, section, ref !== id);
    const { source } = made.spec;
    refuseLarge(requirementsFile, made.spec.content, `the requirement at line ${source.line}`);
    if (ref !== id) {
      const text = document.lines[section.from] ?? "";
      notices.push({
        file: source.file,
        line: source.line,
        text,
        why: "its number was there before: a spec of its own",
      });
    }
    notices.push(...made.notices);
    return [{ ref, number: numberOf(numberOfRequirement(id)), ...made.spec }];
  });
  if (specs.length === 0) {
    const isEmpty = document.lines.every((line) => line.trim() === "");
    const why = isEmpty
      ? "the file is empty: the plan has no specs"
      : 'no heading like "### Requirement 1: Title": the plan has no specs';
    notices.push({ file: requirementsFile, line: 1, text: document.lines[0] ?? "", why });
  }
  return { specs, notices };
}

/** What a document gives to its folder's plan. */
interface Described {
  plan: KiroImport["plan"];
  specs: ImportedSpec[];
  notices: Notice[];
}

/**
 * Converts a Kiro spec folder (name to text) to a plan with a spec per requirement and for a bug, and its tasks.
 * `fallbackName` is the plan's last resort. Lists everything dropped or changed. Throws `NotImportable`
 * without a main file or if a text is too large.
 */
export function parseKiro(
  files: Record<string, string>,
  fallbackName = "",
  { tasks: mode = "top", order = "yes" }: Partial<KiroOptions> = {},
): KiroImport {
  const main = Object.keys(files).filter(isMainFile).sort().reverse();
  if (main.length === 0) {
    throw new NotImportable(
      `There is no ${requirementsFile}: give the folder of one Kiro spec, such as .kiro/specs/<feature>.`,
    );
  }
  const feature = featureName(files["spec.json"] ?? "{}").name;
  const names = [feature, fallbackName];
  const parts = main.map((file) =>
    (file === requirementsFile ? readRequirements : readBugfix)(files[file] ?? "", names),
  );
  const specs = parts.flatMap((part) => part.specs);
  const plan = {
    name: parts[0]?.plan.name ?? "Kiro spec",
    description: parts
      .map((part) => part.plan.description)
      .filter(Boolean)
      .join("\n\n"),
  };
  refuseLarge(main[0] ?? requirementsFile, plan.description, "the text outside the requirements");
  const work = files[tasksFile];
  // Without requirements there is no plan to hold the tasks.
  const tasks =
    work === undefined || specs.length === 0
      ? null
      : parseTasks(work, specs.map(knownRequirement), mode, order === "yes");
  const about = specs.length === 0 ? [] : Object.keys(files).filter(isContext).sort();
  const context = about.map((file) => contextOf(file, files[file] ?? ""));
  const read = new Set([...main, ...(tasks ? [tasksFile] : []), ...about]);
  const others = Object.keys(files).filter((file) => !read.has(file));
  return {
    plan,
    specs,
    tasks,
    context: context.flatMap(({ source }) => source ?? []),
    withoutContext: about.filter((_, index) => !context[index]?.source),
    notUnderstood: [
      ...parts.flatMap(({ notices }) => notices.toSorted((a, b) => a.line - b.line)),
      ...context.flatMap((one) => one.notices),
      ...others.sort().map((file) => notImported(file, files[file] ?? "")),
      ...(tasks?.notices ?? []).toSorted((a, b) => a.line - b.line),
    ],
  };
}

function readRequirements(raw: string, otherNames: string[]): Described {
  const source = cleanSource(raw, requirementsFile);
  const document = outline(source.text);
  const { specs, notices } = makeSpecs(document);
  const described = makePlan(document, otherNames);
  return { plan: described.plan, specs, notices: [...source.notices, ...notices, ...described.notices] };
}

function readBugfix(raw: string, otherNames: string[]): Described {
  const source = cleanSource(raw, bugfixFile);
  const { title, ...made } = makeBugfix(source.text);
  const names = [titleOfDocument(title), ...otherNames].map((name) => fitName(name).name);
  const name = names.find((one) => one !== "") ?? "Kiro spec";
  const spec = Object.assign({}, made.spec, { title: name });
  refuseLarge(bugfixFile, spec.content, "the analysis of the bug");
  const isEmpty = source.text.trim() === "";
  const empty = { file: bugfixFile, line: 1, text: "", why: "the file is empty: the plan has no specs" };
  return {
    plan: { name, description: made.description },
    specs: isEmpty ? [] : [spec],
    notices: isEmpty ? [empty] : [...source.notices, ...made.notices],
  };
}

/** Returns a requirement as tasks name it, with the full text of its identified criteria. */
function knownRequirement({ ref, number, title, content }: ImportedSpec): KnownRequirement {
  const heading = content.split("\n").lastIndexOf(criteriaHeading) + 1;
  const criteria = readCriteria(content).criteria.flatMap(({ id, text, line }) =>
    id !== null && text !== "" && line > heading ? [{ id, text }] : [],
  );
  return { ref, number, title, criteria };
}
