import { type Command, command } from "../../../dispatch/commands.ts";
import { holdsClaim } from "../../../jobs/queue.ts";
import type { JobRun } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { findPush, type PushRow } from "../ledger/pushes.ts";

/** The push and the claim of its worker: the fencing token of every write of a push. */
export interface Fence {
  workspaceId: string;
  pushId: string;
  claim: JobRun["claim"];
}

/** The result if the worker lost its claim or the push is over. */
export const lost = "lost";

/**
 * Declares a command of a running push. It is a no-op for a worker that lost its claim, as another has taken
 * over.
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
