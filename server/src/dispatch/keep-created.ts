import type { Endpoint } from "@groundplan/contract";
import type { Tx } from "../storage/dialect.ts";
import { keepAnswer } from "./idempotency.ts";
import type { ActionClaim } from "./idempotency-commands.ts";

/**
 * Notes what an action has made under its `Idempotency-Key`, in the transaction that makes it: a process that is killed
 * before the action has answered would make another one for the repetition. It is for answers that hold a secret, of
 * which the id is all that is kept.
 */
export async function keepCreated(tx: Tx, claim: ActionClaim | undefined, id: string): Promise<void> {
  if (claim) await keepAnswer(tx, claim.actor, claim.key, { status: 201, body: null }, id);
}

/** Notes the answer of an action in the same way where it holds no secret: all of it, or what its `replay` keeps. */
export async function keepReply(
  tx: Tx,
  claim: ActionClaim | undefined,
  { status }: Endpoint,
  kept: unknown,
): Promise<void> {
  if (claim) await keepAnswer(tx, claim.actor, claim.key, { status, body: kept }, null);
}
