import { importedRef, type TreePlan, type TreeSpec } from "../tree.ts";

/** Returns the last spec of a plan that stands in a file. */
export const lastPlaced = ({ specs }: TreePlan): TreeSpec | undefined =>
  specs.findLast(({ place }) => place !== null);

/** Tests for the sub-plan of a feature's or change's tasks, by the reference that its importer gives it. */
export const isTaskPlan = (plan: TreePlan): boolean => importedRef(plan).endsWith("/tasks");

/** Returns the number that comes `n` after the last one in an imported reference: 2.4 after `…/tasks/2.3`. */
export function numberBehind(spec: TreeSpec, n: number): string {
  const [, before = "", last = "0"] = /(?:^|[^\d.])((?:\d+\.)*)(\d+)(?:-\d+)?$/.exec(importedRef(spec)) ?? [];
  return `${before}${Number(last) + n}`;
}
