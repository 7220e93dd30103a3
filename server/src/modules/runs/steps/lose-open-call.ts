import type { Tx } from "../../../storage/dialect.ts";
import { changeStep, keyOf, openCallOf, type RunRow } from "../store.ts";
import { spendCall } from "./spend-call.ts";

/** Closes the call that an ending run was making: how it ends won't be known, so its whole reservation is spent. */
export async function loseOpenCall(tx: Tx, run: RunRow, title: string): Promise<void> {
  const step = await openCallOf(tx, keyOf(run));
  if (!step) return;
  await spendCall(tx, { run, step, usage: null, operatorTokens: null });
  const detail = "How the call ended isn't known, so it counts in full.";
  await changeStep(tx, step, { state: "lost", title, detail });
}
