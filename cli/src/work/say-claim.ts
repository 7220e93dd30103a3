import type { Claim, completeClaim, Reply } from "@groundplan/contract";
import { printable, say } from "../output.ts";

/** The value of the `Claim` header and of `GROUNDPLAN_CLAIM`. */
export const fenced = ({ id, fence }: Claim): string => `${id}.${fence}`;

export const specOfClaim = ({ planShortId, specShortId }: Claim): string => `${planShortId}/${specShortId}`;

/** Prints the spec that the claim holds, the end of its lease, and the commands that end it. */
export function sayHeld(claim: Claim): void {
  say(printable(`${specOfClaim(claim)} is claimed until ${claim.until}.`));
  sayHowToEnd(claim);
}

export function sayHowToEnd(claim: Claim): void {
  const handle = fenced(claim);
  say(`  done     groundplan work done ${handle}`, `  give up  groundplan work release ${handle}`);
}

/** Says how a completion ended. */
export const completed = ({ claim, spec }: Pick<Reply<typeof completeClaim>, "claim" | "spec">): string =>
  spec.status === "DONE"
    ? `${specOfClaim(claim)} is done.`
    : `${specOfClaim(claim)} awaits a review: it is done once a reviewer has passed each criterion.`;
