import { type Db, isOneOfList } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";

/** Returns what each of these specs needs first in its own plan. */
export async function needsOf(db: Db, workspaceId: string, specs: readonly { id: string }[]) {
  const ids = JSON.stringify(specs.map((spec) => spec.id));
  const needs = Map.groupBy(await needsOfSpecs(db, { workspaceId, ids }), (need) => need.from_id);
  return (spec: { id: string }) => needs.get(spec.id) ?? [];
}

const needsOfSpecs = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("dependencies")
    .innerJoin("specs as needed", (join) =>
      join
        .onRef("needed.workspace_id", "=", "dependencies.workspace_id")
        .onRef("needed.id", "=", "dependencies.to_id"),
    )
    .select(["dependencies.from_id", "dependencies.to_id", "needed.number", "needed.status"])
    .where("dependencies.workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(db, "dependencies.from_id", param("ids")))
    .whereRef("dependencies.from_plan_id", "=", "dependencies.to_plan_id")
    .orderBy("needed.number"),
);
