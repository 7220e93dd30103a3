import type { Endpoint } from "@groundplan/contract";
import type { Tx } from "../../storage/dialect.ts";
import type { ActionClaim } from "./commands.ts";
import { keepAnswer } from "./idempotency.ts";

/**
 * Records a created resource under the action's `Idempotency-Key` in the creating transaction, so that a
 * retry after a crash doesn't create another. For answers with a secret, of which only the id is stored.
 */
export async function keepCreated(tx: Tx, claim: ActionClaim | undefined, id: string): Promise<void> {
  if (claim) await keepAnswer(tx, claim.actor, claim.key, { status: 201, body: null }, id);
}

/** Records an answer without secrets the same way: in full, or as its `replay` stores it. */
export async function keepReply(
  tx: Tx,
  claim: ActionClaim | undefined,
  { status }: Endpoint,
  kept: unknown,
): Promise<void> {
  if (claim) await keepAnswer(tx, claim.actor, claim.key, { status, body: kept }, null);
}
