import { sql } from "kysely";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import { enqueueBy } from "../../jobs/queue.ts";
import type { JobRun } from "../../jobs/runner.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";

export const jobKindOfWaking = "inbox.wake";

/** The items that one transaction brings back, so that others wait for some milliseconds only. */
const wokenAtOnce = 1000;
/** The job looks again after a day at the latest: clocks are set, and no text holds the time after the last year. */
const longestSeconds = 24 * 3600;

interface Waking {
  workspaceId: string;
}

/** Leaves the job that brings items back at a time. One of a workspace waits, for the first time of all. */
export async function wakeAt(tx: Tx, workspaceId: string, until: string): Promise<void> {
  const seconds = Math.ceil((Date.parse(until) - Date.now()) / 1000);
  await enqueueBy(tx, {
    ...{ kind: jobKindOfWaking, workspaceId, payload: { workspaceId } satisfies Waking },
    dedupeKey: `${jobKindOfWaking} ${workspaceId}`,
    delaySeconds: Math.min(seconds, longestSeconds),
  });
}

/**
 * Brings some more items back, unread, whose time has come. Where none is left it leaves the job for those that wait
 * longer, and returns true.
 */
export const wakeSomeItems = command(
  "inbox.wakeSome",
  ({ workspaceId }: Waking) => workspaceId,
  async (tx: Tx, { workspaceId }: Waking) => {
    const snoozed = tx
      .selectFrom("inbox_items")
      .where("workspace_id", "=", workspaceId)
      .where("snoozed_until", "is not", null);
    const due = await snoozed.select("id").where("snoozed_until", "<=", now()).limit(wokenAtOnce).execute();
    if (due.length > 0)
      await wake(
        tx,
        workspaceId,
        due.map(({ id }) => id),
      );
    if (due.length === wokenAtOnce) return false;
    const next = await snoozed.select("snoozed_until").orderBy("snoozed_until").limit(1).executeTakeFirst();
    if (next?.snoozed_until) await wakeAt(tx, workspaceId, next.snoozed_until);
    return true;
  },
);

/** Makes items unread, whosever they are, by a number of statements that does not grow with the people. */
async function wake(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  const these = sql`workspace_id = ${workspaceId} and ${isOneOf(tx, "id", ids)}`;
  await sql`delete from inbox_marks where workspace_id = ${workspaceId}
    and (user_id, seq) in (select user_id, seq from inbox_items where ${these})`.execute(tx);
  await sql`update inbox_roots set unread = inbox_roots.unread + woken.items
    from (select user_id, root_id, sum(is_read) as items from inbox_items where ${these}
      group by user_id, root_id) as woken
    where inbox_roots.workspace_id = ${workspaceId} and inbox_roots.user_id = woken.user_id
      and inbox_roots.root_id = woken.root_id`.execute(tx);
  await sql`update inbox_items set is_read = 0, snoozed_until = null where ${these}`.execute(tx);
}

/** Goes on until nothing is left; between two transactions others get their turn, and the job may stop. */
export async function wakeJob(
  { writer }: Context,
  payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  while (!(await writer.run(wakeSomeItems, payload as Waking))) signal.throwIfAborted();
}
