import { type Command, command } from "../../dispatch/handlers.ts";
import { holdsClaim } from "../../jobs/queue.ts";
import type { JobRun } from "../../jobs/runner.ts";
import type { Tx } from "../../storage/dialect.ts";
import { findRun, type RunRow } from "./runs.ts";

/** What every write of a push names: its run, and the claim of the worker that carries it out. */
export interface Fence {
  workspaceId: string;
  runId: string;
  claim: JobRun["claim"];
}

/** The worker that asked is no longer the one that carries the push out, or the push is over. */
export const lost = "lost";

/**
 * A command of a push at work. A worker that lost its claim changes nothing: another one has gone on from what
 * the ledger says.
 */
export function fenced<I extends Fence, O>(
  name: string,
  run: (tx: Tx, input: I, push: RunRow) => Promise<O>,
): Command<I, O | typeof lost> {
  return command(
    name,
    ({ workspaceId }: I) => workspaceId,
    async (tx: Tx, input: I) => {
      if (!(await holdsClaim(tx, input.claim))) return lost;
      const push = await findRun(tx, input.workspaceId, input.runId);
      return push && push.finished_at === null ? run(tx, input, push) : lost;
    },
  );
}
