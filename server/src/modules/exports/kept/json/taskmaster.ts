import { complexityOf, dependencyOf, statusWords, subtaskOf, taskOf } from "../../formats/taskmaster.ts";
import { lastPlaced, numberBehind } from "../siblings.ts";
import type { JsonFormat } from "./json-format.ts";

/** Task Master's tasks and subtasks. */
export const taskmasterKept: JsonFormat = {
  texts: ["description", "details", "acceptanceCriteria", "testStrategy"],
  set(field, { title, status, effort, needs, parent }) {
    if (field === "title") return { title };
    if (field === "status") return { status: statusWords[status] };
    if (field === "effort") return { complexity: effort === null ? null : complexityOf(effort) };
    if (field !== "needs") return null;
    const above = parent === "" ? null : `${idOf(parent)}.`;
    const dependencies = needs.flatMap((ref) => dependencyOf(idOf(ref), above) ?? []);
    return dependencies.length < needs.length ? null : { dependencies };
  },
  add(plan, spec, n) {
    const parent = plan.specs.find(({ id }) => id === spec.parentId);
    const siblings = plan.specs.filter(({ place, parentId }) => place && parentId === spec.parentId);
    const after = lastPlaced({ ...plan, specs: siblings });
    if (!after || (parent && parent.parentId !== null)) return null;
    const number = Number(/\d+$/.exec(numberBehind(after, n))?.[0]);
    const task = parent ? subtaskOf(spec, number) : taskOf(spec, number);
    return { after, isSpaced: false, block: JSON.stringify(task, null, 2) };
  },
};

/** Returns the id in a reference: 21.4 of `taskmaster:master/21.4`. */
const idOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);
