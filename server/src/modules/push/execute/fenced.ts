import { type Command, command } from "../../../dispatch/commands.ts";
import { holdsClaim } from "../../../jobs/queue.ts";
import type { JobRun } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { findPush, type PushRow } from "../ledger/pushes.ts";

/** The fencing token of every write of a push: the push and its worker's claim. */
export interface Fence {
  workspaceId: string;
  pushId: string;
  claim: JobRun["claim"];
}

export const lost = "lost";

/** Declares a command of a running push: a no-op for a worker that lost its claim. */
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
