import type { Spec } from "@groundplan/contract";
import { statusLabels } from "../labels.ts";
import type { WholePlan } from "./read-plans.ts";
import { waitsOf } from "./waits.ts";

export const headings = ["HANDLE", "STATUS", "READINESS", "EFFORT", "TITLE"] as const;

/** Returns table rows of plans and specs, each indented below its parent. */
export function rowsOf(plans: readonly WholePlan[]): string[][] {
  const waits = waitsOf(plans);
  const titled = (id: string, title: string) => (waits.has(id) ? `${title} (${waits.get(id)})` : title);
  return plans.flatMap(({ plan, depth, specs }) => {
    const { id, shortId, statusLabel, archivedAt, name } = plan;
    const status = archivedAt === null ? statusLabel : "Archived";
    return [
      [indented(depth, shortId), status, "", "", titled(id, name)],
      ...nested(specs).map(({ spec, below }) => [
        indented(depth + 1 + below, spec.shortId),
        statusLabels[spec.status],
        spec.readinessLabel ?? "",
        spec.effortLabel ?? "",
        titled(spec.id, spec.title),
      ]),
    ];
  });
}

const indented = (depth: number, handle: string) => "  ".repeat(depth) + handle;

/** Orders specs depth-first below their parents, otherwise stable. */
function nested(specs: readonly Spec[]): { spec: Spec; below: number }[] {
  const ids = new Set(specs.map(({ id }) => id));
  const children = Map.groupBy(specs, ({ parentSpecId }) =>
    parentSpecId !== null && ids.has(parentSpecId) ? parentSpecId : null,
  );
  const under = (parent: string | null, below: number): { spec: Spec; below: number }[] =>
    (children.get(parent) ?? []).flatMap((spec) => [{ spec, below }, ...under(spec.id, below + 1)]);
  return under(null, 0);
}
