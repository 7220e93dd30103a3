import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { ConnectionRow } from "../connectors/access.ts";
import { projectsOff, trackerSwitch, whereOff } from "../connectors/policy.ts";
import type { LedgerScope } from "../push/ledger/ledger.ts";
import { adapterOf } from "../trackers/registry.ts";

/** Tests whether the tracker is switched off for the workspace. */
export async function isOff(
  db: Db,
  { workspace_id: workspaceId, connector_id: connectorId }: ConnectionRow,
): Promise<boolean> {
  return (await whereOff(db, workspaceId, trackerSwitch(adapterOf(connectorId)), null)) !== null;
}

/** Tests whether a target is switched off, for the workspace or all of its projects. */
export async function isAtRest(db: Db, connection: ConnectionRow, target: string): Promise<boolean> {
  if (await isOff(db, connection)) return true;
  const { workspace_id: workspaceId, id: connectionId } = connection;
  const off = await projectsOff(db, workspaceId, connectionId);
  return off.length > 0 && !(await isUsedElsewhere(db, { workspaceId, connectionId, target }, off));
}

async function isUsedElsewhere(
  db: Db,
  { workspaceId, connectionId, target }: LedgerScope,
  projectIds: readonly string[],
): Promise<boolean> {
  const item = await db
    .selectFrom("push_items")
    .innerJoin("plans", (join) =>
      join
        .onRef("plans.workspace_id", "=", "push_items.workspace_id")
        .onRef("plans.id", "=", "push_items.plan_id"),
    )
    .select("plans.id")
    .where("push_items.workspace_id", "=", workspaceId)
    .where("push_items.connection_id", "=", connectionId)
    .where("push_items.target", "=", target)
    .where(({ not }) => not(isOneOf(db, "plans.project_id", projectIds)))
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}

/** Filters items to projects in which the tracker is on. */
export async function notAtRest<T extends { plan_id: string }>(
  db: Db,
  { workspaceId, connectionId }: Omit<LedgerScope, "target">,
  items: readonly T[],
): Promise<readonly T[]> {
  const off = await projectsOff(db, workspaceId, connectionId);
  if (off.length === 0) return items;
  const plans = await db
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", [...new Set(items.map(({ plan_id }) => plan_id))]))
    .where(isOneOf(db, "project_id", off))
    .execute();
  const left = new Set(plans.map(({ id }) => id));
  return items.filter(({ plan_id }) => !left.has(plan_id));
}
