import type { RunError } from "@groundplan/contract";
import { sql } from "kysely";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { loseOpenCall } from "./steps/lose-open-call.ts";
import { changeRun } from "./store.ts";

const interrupted: RunError = {
  code: "interrupted",
  message: "The run was at work when the backup was taken. Start another.",
};

/** Ends the runs of a restored backup that were at work: their calls may have been made since. */
export async function failRestoredRuns(tx: Tx): Promise<void> {
  const at = now();
  const working = await tx
    .selectFrom("runs")
    .selectAll()
    .where(sql<boolean>`state in ('queued', 'running')`)
    .execute();
  for (const run of working) {
    await loseOpenCall(tx, run, "The backup was taken during this call");
    await changeRun(tx, run, { state: "failed", error: JSON.stringify(interrupted), ended_at: at });
  }
}
