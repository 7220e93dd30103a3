import { serviceIn } from "../../../../actor.ts";
import { command } from "../../../../dispatch/commands.ts";
import type { JobRun } from "../../../../jobs/runner.ts";
import type { Tx } from "../../../../storage/dialect.ts";
import type { Context } from "../../../context.ts";
import { type Probe, probeServer } from "../../../mcp-servers/probe.ts";
import { saveProbe } from "../../../mcp-servers/save-probe.ts";
import { findEntry } from "../../catalog.ts";
import { whereOff } from "../../policy.ts";
import { accessToken, GrantEnded } from "../access-token.ts";
import { findGrant, type GrantKey, isFor } from "../grant-rows.ts";

/** Reads a personal connector's tools with a new grant; nothing else reads them. */
export async function readPersonalTools(context: Context, key: GrantKey, { signal }: JobRun): Promise<void> {
  const grant = await findGrant(context.db, key);
  if (!grant || grant.ended_at !== null) return;
  const { workspaceId } = key;
  const connectorId = grant.connector_id;
  const entry = await findEntry(context.db, workspaceId, connectorId);
  if (entry?.kind !== "mcp" || !isFor(grant, entry.url)) return;
  if (await whereOff(context.db, workspaceId, entry, null)) return;
  const token = await accessToken(context, key).catch((error) => {
    if (error instanceof GrantEnded) return null;
    throw error;
  });
  if (token === null) return;
  const probe = await probeServer(context, { workspaceId, url: entry.url, token }, signal);
  signal.throwIfAborted();
  await context.writer.run(savePersonalProbe, { workspaceId, connectorId, url: entry.url, probe });
}

interface Save {
  workspaceId: string;
  connectorId: string;
  url: string;
  probe: Probe;
}

/** Saves a personal server's tools if its URL is unchanged; it is not probed otherwise. */
export const savePersonalProbe = command(
  "grants.saveProbe",
  ({ workspaceId }: Save) => workspaceId,
  async (tx: Tx, { workspaceId, connectorId, url, probe }: Save): Promise<void> => {
    const entry = await findEntry(tx, workspaceId, connectorId);
    if (entry?.kind !== "mcp" || entry.url !== url) return;
    const service = serviceIn(workspaceId);
    const subjectId = entry.server?.id ?? workspaceId;
    await saveProbe(tx, service, { workspaceId, connectorId, subjectId }, probe, null);
  },
);
