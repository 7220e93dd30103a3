import type { Actor } from "../../actor.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { DependencyKind } from "../../storage/tables/dependencies.ts";
import { planHandle, specHandle } from "../handles.ts";
import { readablePlanIds } from "../plans/access.ts";

/** A plan or spec on a cycle. */
export interface CycleMember {
  kind: DependencyKind;
  id: string;
}

/** Returns a cycle's readable handles in order, without adjacent duplicates. */
export async function cycleHandles(
  db: Db,
  actor: Actor,
  home: string,
  named: readonly CycleMember[],
): Promise<string[]> {
  const handles = await handlesOf(db, actor, home, named);
  return withoutRepeats(named.flatMap(({ id }) => handles.get(id) ?? []));
}

/** Returns readable handles by id, specs qualified outside of `home` (docs/decisions/graph.md, handles). */
export async function handlesOf(
  db: Db,
  actor: Actor,
  home: string,
  named: readonly CycleMember[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: DependencyKind) => [
    ...new Set(named.filter((one) => one.kind === kind).map((one) => one.id)),
  ];
  const plans = await db
    .selectFrom("plans")
    .select(["id", "id as plan_id", "number"])
    .where("workspace_id", "=", actor.workspaceId)
    .where(isOneOf(db, "id", idsOf("plan")))
    .execute();
  const specs = await db
    .selectFrom("specs")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "specs.workspace_id").onRef("plans.id", "=", "specs.plan_id"),
    )
    .select(["specs.id", "specs.plan_id", "specs.number", "plans.number as plan_number"])
    .where("specs.workspace_id", "=", actor.workspaceId)
    .where(isOneOf(db, "specs.id", idsOf("spec")))
    .execute();
  const planIds = [...plans, ...specs].map((row) => row.plan_id);
  const readable = await readablePlanIds(db, actor, planIds);
  const handles = new Map<string, string>();
  for (const { id, number } of plans) if (readable.has(id)) handles.set(id, planHandle(number));
  for (const { id, plan_id, plan_number, number } of specs) {
    if (!readable.has(plan_id)) continue;
    handles.set(
      id,
      plan_id === home ? specHandle(number) : `${planHandle(plan_number)}/${specHandle(number)}`,
    );
  }
  return handles;
}

/** Drops adjacent duplicates of a cyclic list. */
function withoutRepeats(handles: readonly string[]): string[] {
  const once = handles.filter((handle, at) => at === 0 || handle !== handles[at - 1]);
  return once.length > 1 && once[0] === once.at(-1) ? once.slice(0, -1) : once;
}
