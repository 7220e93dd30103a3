import { invalid } from "../../../errors.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { type ConnectorKey, changeTool, saveToolset, toolsetsOf } from "./store.ts";

/** A tool's switch; `path` is its JSON Pointer. */
export interface ToolSwitch {
  name: string;
  enabled: boolean;
  path: string;
}

/** Changed switches of a connector. */
export interface Switched {
  enabled?: boolean;
  on: string[];
  off: string[];
}

/**
 * Sets the workspace's switches of a connector and its tools; switching on a changed tool accepts it. Returns
 * the changes, or null. Throws 400 for an unknown tool.
 */
export async function setSwitches(
  tx: Tx,
  key: ConnectorKey,
  enabled: boolean | undefined,
  tools: readonly ToolSwitch[],
  startsOn: boolean,
): Promise<Switched | null> {
  const switched: Switched = { on: [], off: [] };
  if (enabled !== undefined) {
    const row = (await toolsetsOf(tx, key.workspaceId, [key.connectorId])).get(key.connectorId);
    const before = row?.enabled ?? Number(startsOn);
    if (before !== Number(enabled)) switched.enabled = enabled;
    if (row?.enabled !== Number(enabled)) await saveToolset(tx, key, { enabled: Number(enabled) });
  }
  await requireKnown(tx, key, tools);
  for (const on of [true, false]) {
    const wanted = tools.filter((tool) => tool.enabled === on).map(({ name }) => name);
    if (wanted.length === 0) continue;
    const state = on ? "on" : "off";
    const rows = await changeTool(tx, key)
      .set({ state })
      .where(isOneOf(tx, "name", wanted))
      .where("state", "!=", state)
      .returning("name")
      .execute();
    switched[state].push(...rows.map(({ name }) => name).toSorted());
  }
  const isChanged = switched.enabled !== undefined || switched.on.length + switched.off.length > 0;
  return isChanged ? switched : null;
}

/** Throws 400 for an unlisted tool. */
export async function requireKnown(
  tx: Tx,
  { workspaceId, connectorId }: ConnectorKey,
  tools: readonly Omit<ToolSwitch, "enabled">[],
): Promise<void> {
  if (tools.length === 0) return;
  const rows = await tx
    .selectFrom("connector_tools")
    .select("name")
    .where("workspace_id", "=", workspaceId)
    .where("connector_id", "=", connectorId)
    .where("listed", "=", 1)
    .execute();
  const known = new Set(rows.map(({ name }) => name));
  const unknown = tools.find(({ name }) => !known.has(name));
  if (unknown) throw invalid(unknown.path, "is no tool of this connector");
}
