import type { getPlan, Reply } from "@groundplan/contract";
import { printable, say } from "../../output.ts";

/** Prints a plan's handle, name and status. */
export function sayPlan({ plan: { shortId, name, statusLabel } }: Reply<typeof getPlan>): void {
  say(printable(`${shortId}  ${name} (${statusLabel})`));
}
