import type { Actor } from "../../actor.ts";
import { isOneOfList, type Tx } from "../../storage/dialect.ts";
import { insertInto, type Param, statement } from "../../storage/statement.ts";
import type { SpecRow } from "../specs/access.ts";

const insertWorkers = insertInto("spec_workers", "skip");

/** Records that the actor claimed specs or set them in progress, after which their evidence is only told. */
export const noteWorker = (
  tx: Tx,
  { userId }: Actor,
  specs: readonly Pick<SpecRow, "workspace_id" | "id" | "plan_id">[],
): Promise<void> =>
  insertWorkers(
    tx,
    specs.map(({ workspace_id, id, plan_id }) => ({ workspace_id, plan_id, spec_id: id, user_id: userId })),
  );

/** Returns who claimed specs or set them in progress. */
export const workersOf = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("spec_workers")
    .select(["spec_id", "user_id"])
    .where("workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(db, "spec_id", param("ids"))),
);
