import { invalidHead } from "../errors.ts";
import type { Tx } from "../storage/dialect.ts";

/** The claim of a `Claim` header: its id and fencing token. */
export interface PresentedClaim {
  id: string;
  fence: number;
}

/** Parses `<id>.<fence>`; 400 if malformed. */
export function parseClaim(header: string): PresentedClaim {
  const [, id, fence] = /^([\w-]{1,64})\.([1-9]\d{0,8})$/.exec(header.trim()) ?? [];
  if (id === undefined || fence === undefined)
    throw invalidHead("Claim must be the claim's id and fence, as in `<id>.<fence>`");
  return { id, fence: Number(fence) };
}

/** By transaction. SQLite's commands share one, so each sets its own. */
const presented = new WeakMap<Tx, PresentedClaim>();

/** Returns the verified claim under which the transaction's request writes, if any. */
export const presentedClaim = (tx: Tx): PresentedClaim | null => presented.get(tx) ?? null;

export function setPresentedClaim(tx: Tx, claim: PresentedClaim | null): void {
  if (claim) presented.set(tx, claim);
  else presented.delete(tx);
}
