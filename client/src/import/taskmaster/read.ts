import { stringify } from "yaml";
import { readCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import type { Files } from "../files.ts";
import { type ImportedPlan, type ImportedSpec, NotImportable, type Notice, type Parsed } from "../format.ts";
import { cleanText } from "../text/clean.ts";
import { importedFields, joinParts } from "../text/imported-fields.ts";
import { type JsonSource, jsonSource } from "../text/json-source.ts";
import { maxNeeds } from "../text/limits.ts";
import { fitName } from "../text/names.ts";
import { fitReference } from "../text/reference.ts";
import { taskmaster } from "./index.ts";
import { needsOf } from "./needs.ts";
import { otherFiles } from "./other-files.ts";
import { textOfTask } from "./spec.ts";
import { type Tag, tagsOf } from "./tasks.ts";
import type { TaskMasterSource } from "./tasks-file.ts";

/** Reads the tasks, and the other files of their folder. Throws `NotImportable` if they aren't JSON. */
export async function readTasks(from: Files, { root, path, name, bytes }: TaskMasterSource): Promise<Parsed> {
  const source = jsonSource(path, bytes);
  if (source === null) throw new NotImportable(`${path} is not UTF-8: save it as UTF-8, then import again.`);
  if (source.problems.length > 0)
    throw new NotImportable(`${path} is no JSON: correct it, then import again.`, {
      notices: source.problems.slice(0, 20),
    });
  const notices: Notice[] = source.repeats();
  const tags = tagsOf(source, path, notices);
  const plans = tags.map((tag) => planOf(tag, source, path, notices));
  const others = await otherFiles(from, root, path);
  const top: ImportedPlan | undefined =
    plans.length === 1
      ? plans[0]
      : { externalRef: taskmaster.prefix, name: fitName(name).name || "Task Master" };
  if (!top || plans.length === 0)
    throw new NotImportable(`${path} holds no tasks, so nothing was made. Add some, then import again.`, {
      notices,
    });
  const own: ImportedPlan = Object.assign({}, top, {
    sources: others.sources,
    files: [path, ...others.files.map((file) => file.path)],
  });
  const under =
    plans.length === 1 ? [] : plans.map((plan) => ({ parentExternalRef: taskmaster.prefix, ...plan }));
  return {
    plans: [own, ...under],
    criteria: plans.reduce((sum, { specs }) => sum + criteriaIn(specs), 0),
    notices: [...notices.sort((a, b) => a.line - b.line), ...others.notices],
    files: [{ path, bytes }, ...others.files],
  };
}

const criteriaIn = (specs: readonly ImportedSpec[] = []) =>
  specs.reduce((sum, { content }) => sum + readCriteria(content ?? "").criteria.length, 0);

function planOf(tag: Tag, source: JsonSource, path: string, notices: Notice[]): ImportedPlan {
  const referenceOf = (id: string) => fitReference(`${taskmaster.prefix}${tag.name}/${id}`);
  const known = new Set(tag.tasks.map(({ id }) => id));
  const keptIn = new Map<string, { line: number; count: number }>();
  const specs = tag.tasks.map((task): ImportedSpec => {
    const place = { file: path, line: source.lineOf(task.node) };
    const { kept, problems, ...text } = textOfTask(task, notices, place);
    for (const why of problems) notices.push({ ...place, text: text.title, why });
    for (const name of kept) {
      const line = source.lineOf(task.fields.get(name)?.node ?? task.node);
      const before = keptIn.get(name) ?? { line, count: 0 };
      keptIn.set(name, { line: before.line, count: before.count + 1 });
    }
    const needs = needsOf(task, known);
    const line = source.lineOf(task.fields.get("dependencies")?.node ?? task.node);
    for (const id of needs.dangling)
      notices.push({
        file: path,
        line,
        text: `${task.id}: ${id}`,
        why: "needs a task that isn't there: left out",
      });
    if (needs.isOwn) notices.push({ file: path, line, text: task.id, why: "needs itself: left out" });
    if (needs.ids.length > maxNeeds)
      notices.push({
        file: path,
        line,
        text: task.id,
        why: `needs more than ${maxNeeds} tasks: the rest is left out`,
      });
    return {
      externalRef: referenceOf(task.id),
      ...text,
      needsFirst: needs.ids.slice(0, maxNeeds).map(referenceOf),
      parentRef: task.parent ? referenceOf(task.parent.id) : null,
      source: source.placeOf(task.node),
    };
  });
  for (const [name, { line, count }] of keptIn)
    notices.push({ file: path, line, text: name, why: keptWhy(count) });
  return {
    externalRef: fitReference(`${taskmaster.prefix}${tag.name}`),
    name: fitName(tag.name).name || "Task Master",
    description: describe(tag),
    status: specs.some(({ status }) => status === "DONE" || status === "IN_PROGRESS")
      ? "BUILDING"
      : "PLANNING",
    specs,
    source: { path },
  };
}

const keptWhy = (count: number) =>
  `kept in the text under "Imported fields", in ${count} ${count === 1 ? "task" : "tasks"}`;

/** Returns a plan's description: that of its tag, then the tag's other fields. */
function describe({ fields }: Tag): string {
  const metadata: unknown = fields.get("metadata")?.value ?? fields.get("meta")?.value;
  const of: Record<string, unknown> =
    typeof metadata === "object" && metadata !== null && !Array.isArray(metadata) ? { ...metadata } : {};
  const { description, ...rest } = of;
  const text = typeof description === "string" ? cleanText(description) : "";
  const others = Object.entries(rest).map(([name, value]) =>
    stringify({ [name]: value }, { lineWidth: 0 }).trimEnd(),
  );
  return joinParts([text, importedFields(others)]);
}
