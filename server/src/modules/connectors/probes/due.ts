import { command } from "../../../dispatch/commands.ts";
import { timeIn } from "../../../jobs/clock.ts";
import { enqueue } from "../../../jobs/queue.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import type { CatalogEntry } from "../catalog.ts";

export const jobKindOfProbe = "connectors.probe";

export interface ProbeJob {
  workspaceId: string;
  connectorId: string;
}

export const dedupeKeyOf = ({ workspaceId, connectorId }: ProbeJob) => `probe ${workspaceId} ${connectorId}`;

/**
 * Returns true if the service itself reads the server's tools, with the workspace's token or none. Personal
 * connectors are read when users connect.
 */
export const isProbed = (entry: CatalogEntry): boolean =>
  entry.kind === "mcp" && entry.connectScope === "workspace";

/** The probes enqueued at once, and the seconds until a lost one is due again. */
const atOnce = 50;
const againSeconds = 3600;

/** Runs periodically. */
export const enqueueDue = command<null, number>(
  "connectors.enqueueDue",
  () => null,
  async (tx: Tx) => {
    const rows = await tx
      .selectFrom("connector_toolsets")
      .select(["workspace_id", "connector_id"])
      .where("next_probe_at", "<=", timeIn(tx, 0))
      .orderBy("next_probe_at")
      .limit(atOnce)
      .execute();
    for (const { workspace_id: workspaceId, connector_id: connectorId } of rows) {
      const payload: ProbeJob = { workspaceId, connectorId };
      await tx
        .updateTable("connector_toolsets")
        .set({ next_probe_at: timeIn(tx, againSeconds) })
        .where("workspace_id", "=", workspaceId)
        .where("connector_id", "=", connectorId)
        .execute();
      await enqueue(tx, { kind: jobKindOfProbe, workspaceId, payload, dedupeKey: dedupeKeyOf(payload) });
    }
    return rows.length;
  },
);

export async function enqueueDueJob({ writer }: Context): Promise<void> {
  while ((await writer.run(enqueueDue, null)) === atOnce);
}
