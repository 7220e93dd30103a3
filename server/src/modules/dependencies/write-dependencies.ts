import { newId, now } from "../../ids.ts";
import { isOneOfList, type Tx } from "../../storage/dialect.ts";
import { insertInto, type Param, statement } from "../../storage/statement.ts";
import type { DependencyKind } from "../../storage/tables/dependencies.ts";
import type { Tables } from "../../storage/tables.ts";

interface PlanKey {
  workspace_id: string;
  id: string;
}

/** `from` needs `to` first (decisions section 3, dependency). */
export interface NewDependency {
  kind: DependencyKind;
  from: string;
  to: string;
  fromPlan: PlanKey;
  toPlan: PlanKey;
}

/** Inserts checked dependencies, skipping existing ones. Returns all rows. */
export async function insertDependencies(
  tx: Tx,
  dependencies: readonly NewDependency[],
): Promise<Tables["dependencies"][]> {
  const [first] = dependencies;
  if (!first) return [];
  const { workspace_id } = first.fromPlan;
  const ids = JSON.stringify([
    ...new Set(dependencies.flatMap((dependency) => [dependency.from, dependency.to])),
  ]);
  const numbers = new Map((await numbersOf(tx, { workspace_id, ids })).map(({ id, number }) => [id, number]));
  const created_at = now();
  const rows = dependencies.map((dependency) => ({
    workspace_id,
    id: newId(),
    kind: dependency.kind,
    from_id: dependency.from,
    to_id: dependency.to,
    from_plan_id: dependency.fromPlan.id,
    to_plan_id: dependency.toPlan.id,
    from_number: numbers.get(dependency.from) ?? null,
    to_number: numbers.get(dependency.to) ?? null,
    created_at,
  }));
  await insertRows(tx, rows);
  return rows;
}

export const insertRows = insertInto("dependencies", "skip");

const numbersOf = statement((db, param: Param<{ workspace_id: string; ids: string }>) =>
  db
    .selectFrom("specs")
    .select(["id", "number"])
    .where("workspace_id", "=", param("workspace_id"))
    .where(isOneOfList(db, "id", param("ids"))),
);

/** Updates the dependencies of a spec that moved to another plan. */
export async function moveDependencies(
  tx: Tx,
  moved: { workspace_id: string; id: string; plan_id: string; number: number },
): Promise<void> {
  for (const end of ["from", "to"] as const) {
    await tx
      .updateTable("dependencies")
      .set({ [`${end}_plan_id`]: moved.plan_id, [`${end}_number`]: moved.number })
      .where("workspace_id", "=", moved.workspace_id)
      .where(`${end}_id`, "=", moved.id)
      .execute();
  }
}
