import type { Tx } from "../../../storage/dialect.ts";
import { changeStep, keyOf, openCallOf, type RunRow } from "../store.ts";
import { spendCall } from "./spend-call.ts";

/** Closes the call that a stopped run was making: how it ends won't be known, so it counts in full. */
export async function loseOpenCall(tx: Tx, run: RunRow, operatorTokens: number | null): Promise<void> {
  const step = await openCallOf(tx, keyOf(run));
  if (!step) return;
  await spendCall(tx, { run, step, usage: null, operatorTokens });
  const detail = "How the call ended isn't known, so it counts in full.";
  await changeStep(tx, step, { state: "lost", title: "Stopped during this call", detail });
}
