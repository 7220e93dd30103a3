import { enqueue, waiting } from "../../jobs/queue.ts";
import type { Db, Tx } from "../../storage/dialect.ts";

/** The job that reads issues again after a hint. */
export const jobKindOfRefresh = "push.reread";

export interface Refresh {
  workspaceId: string;
  connectionId: string;
  /** Ids as the ledger knows them. */
  externalIds: string[];
  /** The number of times that an issue of these was not known yet. */
  tries?: number;
}

/** The seconds for which notices are gathered into one job: a push causes several for each thing that it writes. */
const gatheringSeconds = 5;
/** The most ids of a job, which are looked up together. */
export const mostIds = 500;

/** Leaves a job that reads these again, or adds them to one that has not begun. */
export async function refreshSoon(tx: Tx, about: Refresh): Promise<void> {
  const { workspaceId, connectionId, externalIds } = about;
  const gathering = await tx
    .selectFrom("jobs")
    .select(["id", "payload"])
    .where("state", "=", waiting)
    .where("kind", "=", jobKindOfRefresh)
    .where("workspace_id", "=", workspaceId)
    .execute();
  for (const { id, payload } of gathering) {
    const other: Refresh = JSON.parse(payload);
    const ids = [...new Set([...other.externalIds, ...externalIds])];
    if (other.connectionId !== connectionId || other.tries !== undefined || ids.length > mostIds) continue;
    const added = await tx
      .updateTable("jobs")
      .set({ payload: JSON.stringify({ ...other, externalIds: ids }) })
      .where("id", "=", id)
      .where("state", "=", waiting) // A worker may have taken it meanwhile.
      .executeTakeFirst();
    if (added.numUpdatedRows > 0n) return;
  }
  const delaySeconds = (await isPushing(tx, workspaceId, connectionId)) ? gatheringSeconds : 0;
  await enqueue(tx, { kind: jobKindOfRefresh, workspaceId, payload: about, delaySeconds });
}

/** Returns true while a push to this tracker runs: it may have made an issue that the ledger doesn't know yet. */
export async function isPushing(db: Db, workspaceId: string, connectionId: string): Promise<boolean> {
  const push = await db
    .selectFrom("pushes")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("connection_id", "=", connectionId)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return push !== undefined;
}
