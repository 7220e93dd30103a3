import { InvalidArgumentError } from "commander";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";

/** Parses a plan's handle in any case: `PLAN-1`, `plan-1` or `1`. */
export function asPlan(value: string): string {
  const found = handle("PLAN", value);
  if (found === undefined) throw new InvalidArgumentError("It must be a handle such as PLAN-1.");
  return found;
}

/** Parses a spec's handle, as one word (`PLAN-1/SPEC-2`) or as two. */
export function specOf(words: readonly string[]): { planShortId: string; specShortId: string } {
  const [plan = "", spec = "", ...more] = words.flatMap((word) => word.split("/"));
  const planShortId = handle("PLAN", plan);
  const specShortId = handle("SPEC", spec);
  if (planShortId === undefined || specShortId === undefined || more.length > 0)
    throw new Failure(
      `${words.join(" ")} does not name a plan and a spec of it. Write it like PLAN-1/SPEC-2.`,
      {
        exitCode: exitCodes.usage,
      },
    );
  return { planShortId, specShortId };
}

function handle(kind: "PLAN" | "SPEC", value: string): string | undefined {
  const [, number] = new RegExp(`^(?:${kind}-)?([1-9]\\d*)$`, "i").exec(value) ?? [];
  return number && `${kind}-${number}`;
}
