import { command } from "../../../dispatch/commands.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Opening } from "../opening/opening.ts";
import { changeRun } from "../store.ts";
import { type OfStep, runAtWork, workspaceOf } from "./end-run.ts";

/** Keeps what the model is told first, so that each call repeats it byte for byte. */
export const keepOpening = command(
  "runs.keepOpening",
  workspaceOf,
  async (tx: Tx, input: OfStep & { opening: Opening }): Promise<void> => {
    const run = await runAtWork(tx, input);
    if (run) await changeRun(tx, run, { opening: JSON.stringify(input.opening) });
  },
);
