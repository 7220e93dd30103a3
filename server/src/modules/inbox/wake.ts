import { command } from "../../dispatch/commands.ts";
import type { JobRun } from "../../jobs/runner.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { mark } from "./mark.ts";

export const jobKindOfWaking = "inbox.wake";

/** The items that one transaction brings back, so that others wait for some milliseconds only. */
const wokenAtOnce = 1000;

interface Due {
  workspaceId: string;
  until: string;
}

/** Brings some more items back, unread, that were put off until a time or an earlier one; returns true where none is left. */
export const wakeSomeItems = command(
  "inbox.wakeSome",
  ({ workspaceId }: Due) => workspaceId,
  async (tx: Tx, { workspaceId, until }: Due) => {
    const items = await tx
      .selectFrom("inbox_items")
      .select(["user_id", "seq", "root_id", "is_read"])
      .where("workspace_id", "=", workspaceId)
      .where("snoozed_until", "<=", until)
      .limit(wokenAtOnce)
      .execute();
    for (const [userId, own] of Map.groupBy(items, ({ user_id }) => user_id))
      await mark(tx, { workspaceId, userId }, own, "unread");
    return items.length < wokenAtOnce;
  },
);

/** Goes on until nothing is left; between two transactions others get their turn, and the job may stop. */
export async function wakeJob(
  { writer }: Context,
  payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  while (!(await writer.run(wakeSomeItems, payload as Due))) signal.throwIfAborted();
}
