import { InvalidArgumentError } from "commander";

/** Reads a plan's handle in any case: `PLAN-1`, `plan-1` or `1`. */
export const asPlan = (value: string): string => handle("PLAN", value);

function handle(kind: "PLAN" | "SPEC", value: string): string {
  const [, number] = new RegExp(`^(?:${kind}-)?([1-9]\\d*)$`, "i").exec(value) ?? [];
  if (number !== undefined) return `${kind}-${number}`;
  throw new InvalidArgumentError(`It must be a handle such as ${kind}-1.`);
}
