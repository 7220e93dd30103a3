import type { RunError } from "@groundplan/contract";
import { sql } from "kysely";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";

const interrupted: RunError = {
  code: "interrupted",
  message: "The run was at work when the backup was taken. Start another.",
};

/** Ends the runs of a restored backup that were at work: their calls may have been made since. */
export async function failRestoredRuns(tx: Tx): Promise<void> {
  const at = now();
  await tx
    .updateTable("run_steps")
    .set({ state: "lost", title: "The backup was taken during this call", updated_at: at })
    .where("kind", "=", "call")
    .where("state", "=", "open")
    .execute();
  await tx
    .updateTable("runs")
    .set({ state: "failed", error: JSON.stringify(interrupted), ended_at: at, updated_at: at })
    .where(sql<boolean>`state in ('queued', 'running')`)
    .execute();
}
