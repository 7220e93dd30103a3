import { sql } from "kysely";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import { enqueueBy } from "../../jobs/queue.ts";
import type { JobRun } from "../../jobs/runner.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";

export const jobKindOfWaking = "inbox.wake";

/** Items per transaction, which keeps other writers waiting for milliseconds only. */
const wokenAtOnce = 1000;
/** Upper bound of the job's delay, since clocks change and times have limited range. */
const longestSeconds = 24 * 3600;

interface Waking {
  workspaceId: string;
}

/** Schedules the return of snoozed items. One job per workspace waits for the earliest. */
export async function wakeAt(tx: Tx, workspaceId: string, until: string): Promise<void> {
  const seconds = Math.ceil((Date.parse(until) - Date.now()) / 1000);
  await enqueueBy(tx, {
    kind: jobKindOfWaking,
    workspaceId,
    payload: { workspaceId } satisfies Waking,
    dedupeKey: `${jobKindOfWaking} ${workspaceId}`,
    delaySeconds: Math.min(seconds, longestSeconds),
  });
}

/** Returns a batch of due items as unread. If none are left, schedules the next job and returns true. */
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

/** Marks items of any users as unread in a constant number of statements. */
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

/** Repeats until nothing is left, yielding and stoppable between transactions. */
export async function wakeJob(
  { writer }: Context,
  payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  while (!(await writer.run(wakeSomeItems, payload as Waking))) signal.throwIfAborted();
}
