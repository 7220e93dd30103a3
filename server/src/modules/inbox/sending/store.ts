import { type Selectable, sql } from "kysely";
import { command } from "../../../dispatch/commands.ts";
import { now } from "../../../ids.ts";
import type { NoticesOf } from "../../../inbox-items/add-notices.ts";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import type { NoticeState } from "../../../storage/tables/inbox.ts";
import type { Tables } from "../../../storage/tables.ts";

/** Tries for about three days, as webhooks have: seventeen minutes of growing pauses, then about ten minutes each. */
export const triesOfSending = 440;

export type NoticeRow = Selectable<Tables["notices"]>;

/** A SQL literal, so that the partial index applies. */
export const waiting = sql.lit<NoticeState>("waiting");

/** A member's notice of an event. */
export interface NoticeKey extends NoticesOf {
  seq: number;
}

const noticesOf = (db: Db, { workspaceId, userId, channel }: NoticesOf) =>
  db
    .selectFrom("notices")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .where("channel", "=", channel)
    .where("state", "=", waiting);

export const waitingNotice = (db: Db, key: NoticeKey): Promise<NoticeRow | undefined> =>
  noticesOf(db, key).where("seq", "=", key.seq).executeTakeFirst();

/** Returns what waits for a member's daily mail, oldest first. */
export const digestNotices = (db: Db, of: Omit<NoticesOf, "channel">, limit: number): Promise<NoticeRow[]> =>
  noticesOf(db, { ...of, channel: "mail" })
    .where("digest", "=", 1)
    .orderBy("seq")
    .limit(limit)
    .execute();

interface Settling extends NoticesOf {
  seqs: readonly number[];
  state: Exclude<NoticeState, "waiting">;
}

/** Ends waiting notices. */
export async function settle(tx: Tx, { seqs, state, ...of }: Settling): Promise<void> {
  await tx
    .updateTable("notices")
    .set({ state, devices: null, ended_at: now() })
    .where("workspace_id", "=", of.workspaceId)
    .where("user_id", "=", of.userId)
    .where("channel", "=", of.channel)
    .where(isOneOf(tx, "seq", seqs))
    .where("state", "=", waiting)
    .execute();
}

export const settleNotices = command("notices.settle", ({ workspaceId }: Settling) => workspaceId, settle);

const keepEndedDays = 30;
/** Notices per transaction, which keeps other writers waiting for milliseconds only. */
const sweptAtOnce = 1000;

/** Deletes some notices that ended before a time; returns their number. */
export const sweepNotices = command(
  "notices.sweep",
  () => null,
  async (tx: Tx, { endedBefore }: { endedBefore: string }): Promise<number> => {
    const rows = await tx
      .selectFrom("notices")
      .select(["workspace_id", "user_id", "seq", "channel"])
      .where("ended_at", "<", endedBefore)
      .orderBy("ended_at")
      .limit(sweptAtOnce)
      .execute();
    for (const own of Map.groupBy(rows, (row) =>
      JSON.stringify([row.workspace_id, row.user_id, row.channel]),
    ).values()) {
      const [first] = own;
      if (!first) continue;
      await tx
        .deleteFrom("notices")
        .where("workspace_id", "=", first.workspace_id)
        .where("user_id", "=", first.user_id)
        .where("channel", "=", first.channel)
        .where(
          isOneOf(
            tx,
            "seq",
            own.map(({ seq }) => seq),
          ),
        )
        .execute();
    }
    return rows.length;
  },
);

export const sweepBefore = (): { endedBefore: string } => ({
  endedBefore: new Date(Date.now() - keepEndedDays * 24 * 3600_000).toISOString(),
});
export const isSwept = (count: number): boolean => count < sweptAtOnce;
