import { command } from "../../dispatch/commands.ts";
import { type ForgottenRoots, forgetSome } from "../../inbox-items/forget-roots.ts";
import type { JobRun } from "../../jobs/runner.ts";
import type { Context } from "../context.ts";

/** Takes some more of what was told of deleted plans out of inboxes; returns true where none is left. */
export const forgetSomeItems = command(
  "inbox.forgetSome",
  ({ workspaceId }: ForgottenRoots) => workspaceId,
  forgetSome,
);

/** Goes on until nothing is left; between two transactions others get their turn, and the job may stop. */
export async function forgetRootsJob(
  { writer }: Context,
  payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  while (!(await writer.run(forgetSomeItems, payload as ForgottenRoots))) signal.throwIfAborted();
}
