import { enqueue, waiting } from "../../jobs/queue.ts";
import type { Db, Tx } from "../../storage/dialect.ts";

/** Rereads issues after a webhook. */
export const jobKindOfRefresh = "push.reread";

export interface Refresh {
  workspaceId: string;
  connectionId: string;
  /** The ledger's ids. */
  externalIds: string[];
  /** Number of tries with unknown issues. */
  tries?: number;
}

/** Seconds for which webhooks are coalesced, since a push causes several per write. */
const gatheringSeconds = 5;
/** Ids per job, looked up together. */
export const mostIds = 500;

/** Enqueues a reread, or adds ids to a waiting one. */
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
      .where("state", "=", waiting) // A worker may have claimed it meanwhile.
      .executeTakeFirst();
    if (added.numUpdatedRows > 0n) return;
  }
  const delaySeconds = (await isPushing(tx, workspaceId, connectionId)) ? gatheringSeconds : 0;
  await enqueue(tx, { kind: jobKindOfRefresh, workspaceId, payload: about, delaySeconds });
}

/** Tests for a running push, which may have created issues unknown to the ledger. */
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
