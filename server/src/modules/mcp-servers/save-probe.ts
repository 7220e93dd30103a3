import type { Author } from "../../actor.ts";
import { appendEvents } from "../../events/append.ts";
import { timeIn } from "../../jobs/clock.ts";
import type { Tx } from "../../storage/dialect.ts";
import { connectorIdOf } from "./access.ts";
import type { Probe } from "./probe.ts";
import type { ServerRow } from "./store.ts";
import { saveTools } from "./tools/save-tools.ts";
import { type ConnectorKey, saveToolset } from "./tools/store.ts";

/** Seconds until the next automatic probe: four hours plus jitter. */
export const untilNextProbe = (): number => 4 * 3600 + Math.floor(Math.random() * 3600);

/** Saves a probe. An unusable server's tools stay. `nextSeconds` schedules the next probe; null for none. */
export async function saveProbe(
  tx: Tx,
  author: Author,
  key: ConnectorKey & { subjectId: string },
  { status, error, reason, at: checkedAt, found }: Probe,
  nextSeconds: number | null,
): Promise<void> {
  await saveToolset(tx, key, {
    probe_status: status,
    probe_error: error,
    probe_reason: reason,
    probed_at: checkedAt,
    ...(found
      ? { discovered_at: checkedAt, discovered: found.discovered, dropped: JSON.stringify(found.dropped) }
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
  await appendEvents(tx, author, [{ type: "connector.tools_changed", subjectId: key.subjectId, data }]);
}

/** Saves an own server's probe and returns its row. */
export async function saveProbeOf(
  tx: Tx,
  author: Author,
  server: ServerRow,
  probe: Probe,
  nextSeconds: number,
): Promise<ServerRow> {
  const { workspace_id: workspaceId, id: subjectId } = server;
  const key = { workspaceId, connectorId: connectorIdOf(server), subjectId };
  await saveProbe(tx, author, key, probe, nextSeconds);
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

/** Keeps the last known OAuth support unless the probe is conclusive. */
export const offersOAuthNow = (server: ServerRow, { status, offersOAuth }: Probe): boolean =>
  status === "ok" || status === "auth_required" ? offersOAuth : server.offers_oauth === 1;
