import type { McpServer, ProbeStatus } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { connectorIdOf } from "./access.ts";
import type { ServerRow } from "./store.ts";
import { toolCap } from "./tools/read-tools.ts";
import { type ToolRow, type ToolsetRow, toolsetsOf, toolsOf } from "./tools/store.ts";

/** Returns the API's form of servers, without tokens. */
export async function presentServers(
  db: Db,
  workspaceId: string,
  rows: readonly ServerRow[],
): Promise<McpServer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(connectorIdOf);
  const toolsets = await toolsetsOf(db, workspaceId, ids);
  const tools = await toolsOf(db, workspaceId, ids);
  return rows.map((row) => {
    const id = connectorIdOf(row);
    return presentServer(row, toolsets.get(id), tools.get(id) ?? []);
  });
}

function presentServer(
  row: ServerRow,
  toolset: ToolsetRow | undefined,
  tools: readonly ToolRow[],
): McpServer {
  return {
    id: row.id,
    slug: row.slug,
    connectorId: connectorIdOf(row),
    label: row.label,
    ...(row.description === null ? {} : { description: row.description }),
    url: row.url,
    authMode: row.auth_mode,
    enabled: toolset?.enabled !== 0,
    tools: tools.map(({ name, state, access }) => ({ name, enabled: state === "on", access })),
    toolCap,
    ...(toolset?.probed_at
      ? {
          lastProbe: {
            status: toolset.probe_status as ProbeStatus | null,
            error: toolset.probe_error,
            reason: toolset.probe_reason,
            at: toolset.probed_at,
          },
        }
      : {}),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Returns a server with the results of its last successful listing. */
export async function presentProbed(db: Db, row: ServerRow) {
  const server = expectOne(await presentServers(db, row.workspace_id, [row]));
  const toolset = (await toolsetsOf(db, row.workspace_id, [server.connectorId])).get(server.connectorId);
  const toolsDropped = JSON.parse(toolset?.dropped ?? "[]") as string[];
  return { server, probe: { toolsDiscovered: toolset?.discovered ?? 0, toolsDropped } };
}

/** Returns a server with its number of tools. */
export async function presentWithCount(db: Db, row: ServerRow) {
  const server = expectOne(await presentServers(db, row.workspace_id, [row]));
  const toolset = (await toolsetsOf(db, row.workspace_id, [server.connectorId])).get(server.connectorId);
  const discoveredAt = toolset?.discovered_at ?? row.created_at;
  return { server, toolset: { count: server.tools.length, discoveredAt } };
}
