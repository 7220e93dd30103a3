import type { ImportedPlan, ImportedSpec, Notice } from "../format.ts";
import { withoutCircles } from "../text/circles.ts";
import { type Field, lineIn } from "../text/front-matter.ts";
import { maxNeeds, tooManyNeeds } from "../text/limits.ts";
import type { Ids } from "./ids.ts";
import type { TaskFile } from "./task-file.ts";

/** A task with what is made of it. */
export interface Made {
  task: TaskFile;
  spec: ImportedSpec;
  plan: ImportedPlan;
}

/** Sets needs and parents, and tells ids that name nothing, circles, and parents in other plans. */
export function link(made: readonly Made[], ids: Ids<Made>, notices: Notice[]): void {
  const byRef = new Map(made.map((one) => [one.spec.externalRef, one]));
  const tell = ({ task }: Made, field: string, word: string, why: string) =>
    notices.push({ file: task.path, line: lineOf(task.front.fields.get(field), word), text: word, why });
  const needs = new Map<string, string[]>();
  const parents = new Map<string, string[]>();
  const words = new Map<string, string>();
  for (const one of made) {
    const { task, spec, plan } = one;
    const own = new Set<string>();
    for (const word of task.dependencies) {
      const other = ids.find(word);
      if (!other) tell(one, "dependencies", word, "names no task of the import: left out of the needs");
      else if (other === one) tell(one, "dependencies", word, "needs itself: left out of the needs");
      else own.add(other.spec.externalRef);
      if (other) words.set(`${spec.externalRef} ${other.spec.externalRef}`, word);
    }
    needs.set(spec.externalRef, [...own]);
    const parent = task.parent === "" ? undefined : ids.find(task.parent);
    if (task.parent !== "" && !parent)
      tell(one, parentField(task), task.parent, "names no task of the import: kept as a field");
    else if (parent && parent.plan !== plan)
      tell(
        one,
        parentField(task),
        task.parent,
        `its parent is in the plan "${parent.plan.name}": kept as a field`,
      );
    else if (parent && parent !== one) parents.set(spec.externalRef, [parent.spec.externalRef]);
  }
  const straight = withoutCircles(needs);
  for (const { from, to } of straight.closing) {
    const one = byRef.get(from);
    if (one)
      tell(one, "dependencies", words.get(`${from} ${to}`) ?? to, "closes a circle: left out of the needs");
  }
  const upwards = withoutCircles(parents);
  for (const { from } of upwards.closing) {
    const one = byRef.get(from);
    if (one) tell(one, parentField(one.task), one.task.parent, "closes a circle of parents: left out");
  }
  for (const one of made) {
    const { spec } = one;
    const own = straight.kept.get(spec.externalRef) ?? [];
    if (own.length > maxNeeds) tell(one, "dependencies", "", tooManyNeeds);
    spec.needsFirst = own.slice(0, maxNeeds);
    spec.parentRef = upwards.kept.get(spec.externalRef)?.[0] ?? null;
  }
}

const parentField = ({ front }: TaskFile) =>
  front.fields.has("parent_task_id") ? "parent_task_id" : "parent";

const lineOf = (field: Field | undefined, word: string) => (field ? lineIn(field, word) : 1);
