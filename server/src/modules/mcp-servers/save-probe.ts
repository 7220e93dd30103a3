import { appendEvents, type By } from "../../events/append.ts";
import { timeIn } from "../../jobs/clock.ts";
import type { Tx } from "../../storage/dialect.ts";
import { connectorIdOf } from "./access.ts";
import type { Probe } from "./probe.ts";
import type { ServerRow } from "./store.ts";
import { saveTools } from "./tools/save-tools.ts";
import { type ConnectorKey, saveToolset } from "./tools/store.ts";

/** The seconds until the service probes a server again: four hours, and up to one more, so that not all come at once. */
export const untilNextProbe = (): number => 4 * 3600 + Math.floor(Math.random() * 3600);

/**
 * Saves what a probe found. The tools of a server that can't be used stay as they are. `nextSeconds` is the time until
 * the service probes it again; null where it never does.
 */
export async function saveProbe(
  tx: Tx,
  by: By,
  key: ConnectorKey & { subjectId: string },
  { status, error, reason, at, found }: Probe,
  nextSeconds: number | null,
): Promise<void> {
  await saveToolset(tx, key, {
    ...{ probe_status: status, probe_error: error, probe_reason: reason, probed_at: at },
    ...(found
      ? { discovered_at: at, discovered: found.discovered, dropped: JSON.stringify(found.dropped) }
      : {}),
  });
  await tx
    .updateTable("connector_toolsets")
    .set({ next_probe_at: nextSeconds === null ? null : timeIn(tx, nextSeconds) })
    .where("workspace_id", "=", key.workspaceId)
    .where("connector_id", "=", key.connectorId)
    .execute();
  if (!found) return;
  const changes = await saveTools(tx, key, found.tools);
  if (changes.added + changes.changed + changes.removed === 0) return;
  const data = { connectorId: key.connectorId, ...changes };
  await appendEvents(tx, by, [{ type: "connector.tools_changed", subjectId: key.subjectId, data }]);
}

/** Saves what a probe of an own server found, and returns its row. */
export async function saveProbeOf(
  tx: Tx,
  by: By,
  server: ServerRow,
  probe: Probe,
  nextSeconds: number,
): Promise<ServerRow> {
  const { workspace_id: workspaceId, id: subjectId } = server;
  const key = { workspaceId, connectorId: connectorIdOf(server), subjectId };
  await saveProbe(tx, by, key, probe, nextSeconds);
  const offers_oauth = Number(offersOAuthNow(server, probe));
  if (offers_oauth === server.offers_oauth) return server;
  await tx
    .updateTable("mcp_servers")
    .set({ offers_oauth })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", subjectId)
    .execute();
  return { ...server, offers_oauth };
}

/** What a probe heard about signing in stays until another one hears otherwise. */
export const offersOAuthNow = (server: ServerRow, { status, offersOAuth }: Probe): boolean =>
  status === "ok" || status === "auth_required" ? offersOAuth : server.offers_oauth === 1;
