import type { JobRun } from "../../../jobs/runner.ts";
import type { Context } from "../../context.ts";
import type { RunKey } from "../store.ts";
import { failRun } from "./end-run.ts";

/** Does a run's next step. Loads what works on runs with the first one: many services have no model. */
export async function runStep(context: Context, key: RunKey, run: JobRun): Promise<void> {
  const { doStep } = await import("./do-step.ts");
  await doStep(context, key, run);
}

/** Ends a run whose step failed again and again by a fault of the service. */
export async function giveUpStep({ writer }: Context, key: RunKey, { claim }: JobRun): Promise<void> {
  const message = "The service failed at this run. Start another, and tell the operator if that fails, too.";
  await writer.run(failRun, { key, claim, error: { code: "internal", message } });
}
