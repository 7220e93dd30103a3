import { getConnector, listConnectors } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action } from "../../dispatch/handlers.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { listServerRows } from "../mcp-servers/access.ts";
import { type Key, numberOf, pageOf } from "../paging.ts";
import { type CatalogEntry, catalogEntry, entryOfServer, fixedEntries } from "./catalog.ts";
import { vendorOf } from "./grants/vendors.ts";
import { type Having, presentConnector } from "./present.ts";

/** A connector with its rank: fixed ones first, then the workspace's own by creation. */
interface Listed {
  entry: CatalogEntry;
  at: number;
  serverId: string;
}

export const connectorsList = action(
  listConnectors,
  async ({ db, config, publicUrl }: Context, actor, { query }) => {
    const list = listConnectors.id;
    const { workspaceId } = actor;
    const fetch = (after: Key, limit: number) => listFrom(db, workspaceId, after, limit);
    const { rows, ...next } = await pageOf(list, query, fetch, ({ at, serverId }) => [at, serverId]);
    const entries = rows.map(({ entry }) => withVendor(config, entry));
    const having = await havingOf(db, actor, entries);
    const connectors = entries.map((entry) => presentConnector(entry, having(entry), publicUrl()));
    return { body: { connectors, ...next } };
  },
);

export const connectorGet = action(
  getConnector,
  async ({ db, config, publicUrl }: Context, actor, { params }) => {
    const entry = withVendor(config, await catalogEntry(db, actor.workspaceId, params.connectorId));
    const having = await havingOf(db, actor, [entry]);
    return { body: { connector: presentConnector(entry, having(entry), publicUrl()) } };
  },
);

function withVendor(config: Context["config"], entry: CatalogEntry): CatalogEntry {
  if (entry.kind !== "tracker") return entry;
  return { ...entry, auth: { ...entry.auth, oauth: vendorOf(config, entry.id) !== null } };
}

async function listFrom(
  db: Db,
  workspaceId: string,
  [position = -1, serverId = ""]: Key,
  limit: number,
): Promise<Listed[]> {
  const from = Math.max(0, numberOf(position) + 1);
  const fixed = fixedEntries
    .slice(from, from + limit)
    .map((entry, index) => ({ entry, at: from + index, serverId: "" }));
  if (fixed.length === limit) return fixed;
  const servers = await listServerRows(db, workspaceId, String(serverId), limit - fixed.length);
  const own = servers.map((row) => ({
    entry: entryOfServer(row),
    at: fixedEntries.length,
    serverId: row.id,
  }));
  return [...fixed, ...own];
}

/** Uses one query per table. */
async function havingOf(
  db: Db,
  { workspaceId, userId }: Actor,
  entries: readonly CatalogEntry[],
): Promise<(entry: CatalogEntry) => Having> {
  const ids = entries.map(({ id }) => id);
  const connections = await db
    .selectFrom("connections")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("is_current", "=", 1)
    .execute();
  const switches = await db
    .selectFrom("connector_toolsets")
    .select(["connector_id", "enabled"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "connector_id", ids))
    .execute();
  const own = entries.flatMap((entry) => (entry.kind === "mcp" && entry.server ? [entry.id] : []));
  const counts = await toolCounts(db, workspaceId, own);
  const grants = await db
    .selectFrom("grants")
    .select(["id", "connector_id", "account", "facts", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .orderBy("connector_id") // The order of the user's index; otherwise SQLite scans everybody's grants.
    .orderBy("id")
    .execute();
  const grantsOf = Map.groupBy(grants, (row) => row.connector_id);
  const connectionOf = new Map(connections.map((row) => [row.connector_id, row]));
  const enabledOf = new Map(switches.map((row) => [row.connector_id, row.enabled]));
  return ({ id }) => ({
    connection: connectionOf.get(id),
    grants: grantsOf.get(id) ?? [],
    enabled: enabledOf.get(id) ?? null,
    tools: counts.get(id) ?? 0,
  });
}

async function toolCounts(db: Db, workspaceId: string, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("connector_tools")
    .select(["connector_id", ({ fn }) => fn.countAll().as("count")])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "connector_id", ids))
    .where("listed", "=", 1)
    .groupBy("connector_id")
    .execute();
  return new Map(rows.map(({ connector_id, count }) => [connector_id, Number(count)]));
}
