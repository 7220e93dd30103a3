import { serviceIn } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import type { JobRun } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { type Probe, probeServer } from "../../mcp-servers/probe.ts";
import { saveProbe, saveProbeOf, untilNextProbe } from "../../mcp-servers/save-probe.ts";
import { tokenOf } from "../../mcp-servers/token.ts";
import { type CatalogEntry, findEntry } from "../catalog.ts";
import { whereOff } from "../policy.ts";
import { isProbed, type ProbeJob } from "./due.ts";

/** Skips servers switched off or deleted since. */
export async function runProbe(context: Context, job: ProbeJob, { signal }: JobRun): Promise<void> {
  const { workspaceId, connectorId } = job;
  const entry = await findEntry(context.db, workspaceId, connectorId);
  if (entry?.kind !== "mcp" || !isProbed(entry)) return;
  if (await whereOff(context.db, workspaceId, entry, null)) return;
  const token = entry.server ? await tokenOf(context, entry.server) : null;
  const probe = await probeServer(context, { workspaceId, url: entry.url, token }, signal);
  signal.throwIfAborted();
  await context.writer.run(saveOwnProbe, { ...job, ...revisionOf(entry), probe, next: untilNextProbe() });
}

const revisionOf = (entry: CatalogEntry) => ({
  revision: entry.kind === "mcp" && entry.server ? entry.server.revision : null,
});

interface Save extends ProbeJob {
  probe: Probe;
  next: number;
  /** For own servers. */
  revision: number | null;
}

/** Saves a scheduled probe if the server is unchanged. */
export const saveOwnProbe = command(
  "connectors.saveProbe",
  ({ workspaceId }: Save) => workspaceId,
  async (tx: Tx, { workspaceId, connectorId, probe, next, revision }: Save) => {
    const entry = await findEntry(tx, workspaceId, connectorId);
    if (!entry || revisionOf(entry).revision !== revision || entry.kind !== "mcp") return;
    const service = serviceIn(workspaceId);
    if (entry.server) await saveProbeOf(tx, service, entry.server, probe, next);
    else await saveProbe(tx, service, { workspaceId, connectorId, subjectId: workspaceId }, probe, next);
  },
);
