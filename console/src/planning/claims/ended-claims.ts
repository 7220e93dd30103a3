import type { SpecClaim } from "@groundplan/contract";
import { holderName } from "./held-text.ts";

/** Warns that claims end with an act on their specs: "Ada (Coder 1) is working on it: the claim ends." */
export function sayEndedClaims(specs: readonly { claim: SpecClaim | null }[]): string {
  const claims = specs.flatMap(({ claim }) => claim ?? []);
  const [first, ...others] = claims;
  if (!first) return "";
  if (others.length > 0) return ` ${claims.length} of them are claimed: these claims end.`;
  return ` ${holderName(first)} is working on ${specs.length === 1 ? "it" : "one of them"}: the claim ends.`;
}
