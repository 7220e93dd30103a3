import type { Actor } from "../modules/identity/actor.ts";
import type { Tx } from "../storage/dialect.ts";
import { command } from "./handlers.ts";
import { claimKey, type IdempotencyKey, keepAnswer } from "./idempotency.ts";
import type { Done } from "./run-command.ts";

/** An action and the key that it holds. */
export interface OfAction {
  actor: Actor;
  key: IdempotencyKey & Required<Pick<IdempotencyKey, "lock">>;
}

const workspaceOf = (input: OfAction) => input.actor.workspaceId;

/** Takes an action's key before it calls out; a process that dies holds it for `lock.seconds` only. */
export const claimAction = command("idempotency.claim", workspaceOf, (tx: Tx, { actor, key }: OfAction) =>
  claimKey(tx, actor, key),
);

interface Keep extends OfAction {
  done: Pick<Done, "status" | "body">;
  /** Of an answer that holds a secret: the id that is kept in its place. */
  secretOf: string | null;
}

export const keepAction = command(
  "idempotency.keep",
  workspaceOf,
  (tx: Tx, { actor, key, done, secretOf }: Keep) => keepAnswer(tx, actor, key, done, secretOf),
);

/** Gives the key back, unless its lock ran out and another request took it. */
export const releaseAction = command(
  "idempotency.release",
  workspaceOf,
  async (tx: Tx, { actor, key }: OfAction) => {
    await tx
      .deleteFrom("idempotency_keys")
      .where("workspace_id", "=", actor.workspaceId)
      .where("credential_id", "=", actor.credentialId)
      .where("key", "=", key.key)
      .where("locked_by", "=", key.lock.owner)
      .execute();
  },
);
