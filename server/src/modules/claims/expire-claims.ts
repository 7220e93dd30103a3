import { serviceIn } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { enqueueBy } from "../../jobs/queue.ts";
import type { JobRun } from "../../jobs/runner.ts";
import { readDatabaseTime } from "../../storage/clock.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { endClaims } from "./end-claims.ts";
import { dueClaims, nextEnd } from "./store.ts";

export const jobKindOfExpiry = "claims.expire";

/** Claims per transaction. */
const atOnce = 100;

interface Expiry {
  workspaceId: string;
}

/** Ends claims whose lease ran out, and returns true if none is left. */
export async function expireDue(tx: Tx, workspaceId: string): Promise<boolean> {
  const due = await dueClaims(tx, workspaceId, atOnce);
  await endClaims(tx, serviceIn(workspaceId), due, "expired");
  return due.length < atOnce;
}

/** Schedules the job that tells people of a lease that ran out. One per workspace waits for the earliest. */
export async function expireAt(tx: Tx, workspaceId: string, until: string, time: string): Promise<void> {
  await enqueueBy(tx, {
    kind: jobKindOfExpiry,
    workspaceId,
    payload: { workspaceId } satisfies Expiry,
    dedupeKey: `${jobKindOfExpiry} ${workspaceId}`,
    delaySeconds: Math.max(0, (Date.parse(until) - Date.parse(time)) / 1000),
  });
}

export const expireSomeClaims = command(
  "claims.expireSome",
  ({ workspaceId }: Expiry) => workspaceId,
  async (tx: Tx, { workspaceId }: Expiry) => {
    if (!(await expireDue(tx, workspaceId))) return false;
    const next = await nextEnd(tx, workspaceId);
    if (next !== null) await expireAt(tx, workspaceId, next, await readDatabaseTime(tx));
    return true;
  },
);

export async function expireJob({ writer }: Context, { workspaceId }: Expiry, { signal }: JobRun) {
  while (!(await writer.run(expireSomeClaims, { workspaceId }))) signal.throwIfAborted();
}
