import { command } from "../../dispatch/commands.ts";
import { type ForgottenRoots, forgetSome } from "../../inbox-items/forget-roots.ts";
import type { JobRun } from "../../jobs/runner.ts";
import type { Context } from "../context.ts";

/** Removes a batch of deleted plans' items; returns true if none are left. */
export const forgetSomeItems = command(
  "inbox.forgetSome",
  ({ workspaceId }: ForgottenRoots) => workspaceId,
  forgetSome,
);

/** Repeats until nothing is left, yielding and stoppable between transactions. */
export async function forgetRootsJob(
  { writer }: Context,
  payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  while (!(await writer.run(forgetSomeItems, payload as ForgottenRoots))) signal.throwIfAborted();
}
