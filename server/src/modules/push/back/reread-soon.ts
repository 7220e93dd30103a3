import { enqueue } from "../../../jobs/queue.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";

/** The job that reads issues again after a hint. */
export const jobKindOfReread = "push.reread";

export interface Reread {
  workspaceId: string;
  connectionId: string;
  /** Ids as the ledger knows them. */
  externalIds: string[];
  /** So many times an issue of these was not known yet. */
  tries?: number;
}

/** A push causes several notices for each thing that it writes: what comes within these seconds is read at once. */
const gatheringSeconds = 5;
/** A job's ids are looked up together. */
export const mostIds = 500;

/** Leaves the job that reads these again, or adds them to one that has not begun. */
export async function rereadSoon(tx: Tx, about: Reread): Promise<void> {
  const { workspaceId, connectionId, externalIds } = about;
  const waiting = await tx
    .selectFrom("jobs")
    .select(["id", "payload"])
    .where("state", "=", "waiting")
    .where("kind", "=", jobKindOfReread)
    .where("workspace_id", "=", workspaceId)
    .execute();
  for (const { id, payload } of waiting) {
    const other: Reread = JSON.parse(payload);
    const ids = [...new Set([...other.externalIds, ...externalIds])];
    if (other.connectionId !== connectionId || other.tries !== undefined || ids.length > mostIds) continue;
    const added = await tx
      .updateTable("jobs")
      .set({ payload: JSON.stringify({ ...other, externalIds: ids }) })
      .where("id", "=", id)
      .where("state", "=", "waiting") // A worker may have taken it meanwhile.
      .executeTakeFirst();
    if (added.numUpdatedRows > 0n) return;
  }
  const delaySeconds = (await isPushing(tx, workspaceId, connectionId)) ? gatheringSeconds : 0;
  await enqueue(tx, { kind: jobKindOfReread, workspaceId, payload: about, delaySeconds });
}

/** Whether a push to this tracker is under way, so that an issue may be there which the ledger doesn't know yet. */
export async function isPushing(db: Db, workspaceId: string, connectionId: string): Promise<boolean> {
  const run = await db
    .selectFrom("push_runs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("connection_id", "=", connectionId)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return run !== undefined;
}
