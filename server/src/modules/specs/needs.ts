import { type Db, isOneOfList } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";

/** Returns each spec's needs within its own plan. */
export async function needsOf(db: Db, workspaceId: string, specs: readonly { id: string }[]) {
  const ids = JSON.stringify(specs.map((spec) => spec.id));
  const needs = Map.groupBy(await needsOfSpecs(db, { workspaceId, ids }), (need) => need.from_id);
  return (spec: { id: string }) => needs.get(spec.id) ?? [];
}

/** Returns a test for open questions in a spec's plan. */
export async function openPlansOf(db: Db, workspaceId: string, specs: readonly { plan_id: string }[]) {
  const ids = JSON.stringify([...new Set(specs.map((spec) => spec.plan_id))]);
  const open = new Set((await plansWithQuestions(db, { workspaceId, ids })).map(({ id }) => id));
  return (spec: { plan_id: string }) => open.has(spec.plan_id);
}

const plansWithQuestions = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("plans")
    .select("plans.id")
    .where("plans.workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(db, "plans.id", param("ids")))
    .where("plans.has_open_questions", "=", 1),
);

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
