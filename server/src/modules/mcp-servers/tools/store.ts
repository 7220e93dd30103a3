import type { Selectable } from "kysely";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";

export type ToolRow = Selectable<Tables["connector_tools"]>;
export type ToolsetRow = Selectable<Tables["connector_toolsets"]>;

export interface ConnectorKey {
  workspaceId: string;
  connectorId: string;
}

/** Returns a workspace's data on connectors besides tools. */
export async function toolsetsOf(
  db: Db,
  workspaceId: string,
  connectorIds: readonly string[],
): Promise<Map<string, ToolsetRow>> {
  const rows = await db
    .selectFrom("connector_toolsets")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "connector_id", connectorIds))
    .execute();
  return new Map(rows.map((row) => [row.connector_id, row]));
}

/** Returns listed tools in the servers' order. */
export async function toolsOf(
  db: Db,
  workspaceId: string,
  connectorIds: readonly string[],
): Promise<Map<string, ToolRow[]>> {
  const rows = await db
    .selectFrom("connector_tools")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "connector_id", connectorIds))
    .where("listed", "=", 1)
    .orderBy("connector_id")
    .orderBy("position")
    .execute();
  return Map.groupBy(rows, ({ connector_id }) => connector_id);
}

export const findTool = (
  db: Db,
  { workspaceId, connectorId }: ConnectorKey,
  name: string,
): Promise<ToolRow | undefined> =>
  db
    .selectFrom("connector_tools")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("connector_id", "=", connectorId)
    .where("name", "=", name)
    .where("listed", "=", 1)
    .executeTakeFirst();

/** Upserts a connector's row with these columns. */
export async function saveToolset(
  tx: Tx,
  { workspaceId, connectorId }: ConnectorKey,
  columns: Partial<Omit<ToolsetRow, "workspace_id" | "connector_id">>,
): Promise<void> {
  const nothing = {
    enabled: null,
    probe_status: null,
    probe_error: null,
    probe_reason: null,
    probed_at: null,
    discovered_at: null,
    discovered: 0,
    dropped: "[]",
    next_probe_at: null,
  };
  const key = { workspace_id: workspaceId, connector_id: connectorId };
  await tx
    .insertInto("connector_toolsets")
    .values({ ...nothing, ...columns, ...key })
    .onConflict((conflict) =>
      Object.keys(columns).length === 0
        ? conflict.doNothing()
        : conflict.columns(["workspace_id", "connector_id"]).doUpdateSet(columns),
    )
    .execute();
}

export const changeTool = (tx: Tx, { workspaceId, connectorId }: ConnectorKey) =>
  tx
    .updateTable("connector_tools")
    .where("workspace_id", "=", workspaceId)
    .where("connector_id", "=", connectorId);
