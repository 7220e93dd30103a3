import type { SpecClaim } from "@groundplan/contract";

/** Returns the holder with the agent: "Ada (Coder 1)". */
export const holderName = ({ holder, agent }: Pick<SpecClaim, "holder" | "agent">): string =>
  `${holder?.name ?? "Former member"}${agent === null ? "" : ` (${agent})`}`;

/** Created on first use: loading locale data is slow. */
let format: Intl.DateTimeFormat | undefined;

/** Formats the end of a lease: "14:05". No lease is long enough to need a date. */
export function clockTime(until: string): string {
  format ??= new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return format.format(new Date(until));
}
