import { type Db, isOneOfList } from "../../storage/dialect.ts";
import { type Of, statement } from "../../storage/statement.ts";

/** What specs need first in the same plan: the number of each. */
export function needsOf(db: Db, workspaceId: string, specIds: readonly string[]) {
  return needsOfSpecs(db, { workspaceId, ids: JSON.stringify(specIds) });
}

const needsOfSpecs = statement((db, of: Of<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("dependencies")
    .innerJoin("specs as needed", (join) =>
      join
        .onRef("needed.workspace_id", "=", "dependencies.workspace_id")
        .onRef("needed.id", "=", "dependencies.to_id"),
    )
    .select(["dependencies.from_id", "dependencies.to_id", "needed.number", "needed.status"])
    .where("dependencies.workspace_id", "=", of("workspaceId"))
    .where(isOneOfList(db, "dependencies.from_id", of("ids")))
    .whereRef("dependencies.from_plan_id", "=", "dependencies.to_plan_id")
    .orderBy("needed.number"),
);
