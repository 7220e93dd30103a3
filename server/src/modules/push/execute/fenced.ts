import { type Command, command } from "../../../dispatch/commands.ts";
import { holdsClaim } from "../../../jobs/queue.ts";
import type { JobRun } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { findPush, type PushRow } from "../ledger/pushes.ts";

/**
 * The push that a write belongs to, and the claim of the worker that carries it out. Every write of a push names both.
 */
export interface Fence {
  workspaceId: string;
  pushId: string;
  claim: JobRun["claim"];
}

/** The result of a command whose worker no longer carries the push out, or whose push is over. */
export const lost = "lost";

/**
 * Declares a command of a running push. It changes nothing for a worker that lost its claim: another one has gone on
 * from what the ledger says.
 */
export function fenced<I, O>(
  name: string,
  run: (tx: Tx, input: I, push: PushRow) => Promise<O>,
): Command<I & Fence, O | typeof lost> {
  return command(
    name,
    ({ workspaceId }: Fence) => workspaceId,
    async (tx: Tx, input: I & Fence) => {
      if (!(await holdsClaim(tx, input.claim))) return lost;
      const push = await findPush(tx, input.workspaceId, input.pushId);
      return push && push.finished_at === null ? run(tx, input, push) : lost;
    },
  );
}
