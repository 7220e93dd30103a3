import { now } from "../../../ids.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import type { CleanTool } from "./clean-tool.ts";
import { type ConnectorKey, changeTool, type ToolRow } from "./store.ts";

export interface ToolChanges {
  added: number;
  changed: number;
  removed: number;
}

/** Unlisted tools whose switches are remembered. */
const mostUnlisted = 500;

/**
 * Saves a server's tools. New reading tools are on, new writing ones off; a switched-on tool that changed is
 * off until reviewed.
 */
export async function saveTools(
  tx: Tx,
  key: ConnectorKey,
  tools: readonly CleanTool[],
): Promise<ToolChanges> {
  const rows = await tx
    .selectFrom("connector_tools")
    .selectAll()
    .where("workspace_id", "=", key.workspaceId)
    .where("connector_id", "=", key.connectorId)
    .execute();
  const known = new Map(rows.map((row) => [row.name, row]));
  const changes: ToolChanges = { added: 0, changed: 0, removed: 0 };
  const fresh: ToolRow[] = [];
  for (const [position, tool] of tools.entries()) {
    const before = known.get(tool.name);
    known.delete(tool.name);
    const row = { ...rowOf(key, tool, position), state: stateOf(before, tool) };
    if (!before?.listed) changes.added++;
    else if (before.fingerprint !== row.fingerprint) changes.changed++;
    if (!before) fresh.push(row);
    else if (!isSame(before, row)) await changeTool(tx, key).set(row).where("name", "=", tool.name).execute();
  }
  if (fresh.length > 0) await tx.insertInto("connector_tools").values(fresh).execute();
  const gone = [...known.values()].filter(({ listed }) => listed === 1).map(({ name }) => name);
  changes.removed = gone.length;
  if (gone.length > 0)
    await changeTool(tx, key)
      .set({ listed: 0, seen_at: now() })
      .where(isOneOf(tx, "name", gone))
      .execute();
  await forgetOldest(tx, key, [...known.values()]);
  return changes;
}

const rowOf = ({ workspaceId, connectorId }: ConnectorKey, tool: CleanTool, position: number) => ({
  workspace_id: workspaceId,
  connector_id: connectorId,
  name: tool.name,
  position,
  listed: 1,
  access: tool.access,
  fingerprint: tool.fingerprint,
  definition: JSON.stringify(tool.definition),
  seen_at: now(),
});

function stateOf(before: ToolRow | undefined, { access, fingerprint }: CleanTool): ToolRow["state"] {
  if (!before) return access === "read" ? "on" : "new";
  return before.state === "on" && before.fingerprint !== fingerprint ? "changed" : before.state;
}

const isSame = (before: ToolRow, row: ToolRow): boolean =>
  before.listed === 1 &&
  before.position === row.position &&
  before.definition === row.definition &&
  before.fingerprint === row.fingerprint &&
  before.state === row.state;

/** Forgets the switches of tools unlisted for longest, beyond the limit. */
async function forgetOldest(tx: Tx, key: ConnectorKey, unlisted: readonly ToolRow[]): Promise<void> {
  if (unlisted.length <= mostUnlisted) return;
  const newestFirst = unlisted.toSorted((a, b) => (a.seen_at < b.seen_at ? 1 : -1));
  const oldest = newestFirst.slice(mostUnlisted / 2).map(({ name }) => name);
  await tx
    .deleteFrom("connector_tools")
    .where("workspace_id", "=", key.workspaceId)
    .where("connector_id", "=", key.connectorId)
    .where("listed", "=", 0)
    .where(isOneOf(tx, "name", oldest))
    .execute();
}
