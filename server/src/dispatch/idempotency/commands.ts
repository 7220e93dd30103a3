import type { Actor } from "../../actor.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type CommandResult, command, type IdempotencyKey } from "../commands.ts";
import { claimKey, keepAnswer } from "./idempotency.ts";

/** An action and its idempotency key. */
export interface ActionClaim {
  actor: Actor;
  key: IdempotencyKey & Required<Pick<IdempotencyKey, "lock">>;
}

const workspaceOf = (input: ActionClaim) => input.actor.workspaceId;

/** Claims an action's key before it calls out. A crashed process blocks it for `lock.seconds` only. */
export const claimAction = command(
  "idempotency.claim",
  workspaceOf,
  (tx: Tx, { actor, key }: ActionClaim, rules) => claimKey(tx, actor, key, rules),
);

interface Keep extends ActionClaim {
  done: Pick<CommandResult, "status" | "body">;
  /** The id to store instead of an answer with a secret. */
  secretOf: string | null;
}

export const keepAction = command(
  "idempotency.keep",
  workspaceOf,
  (tx: Tx, { actor, key, done, secretOf }: Keep) => keepAnswer(tx, actor, key, done, secretOf),
);

/** Extends the lock of a running action, unless another request took over. */
export const renewAction = command(
  "idempotency.renew",
  workspaceOf,
  async (tx: Tx, { actor, key }: ActionClaim) => {
    await tx
      .updateTable("idempotency_keys")
      .set({ locked_until: new Date(Date.now() + key.lock.seconds * 1000).toISOString() })
      .where("workspace_id", "=", actor.workspaceId)
      .where("credential_id", "=", actor.credentialId)
      .where("key", "=", key.key)
      .where("locked_by", "=", key.lock.owner)
      .execute();
  },
);

/** Releases the key, unless another request took over. */
export const releaseAction = command(
  "idempotency.release",
  workspaceOf,
  async (tx: Tx, { actor, key }: ActionClaim) => {
    await tx
      .deleteFrom("idempotency_keys")
      .where("workspace_id", "=", actor.workspaceId)
      .where("credential_id", "=", actor.credentialId)
      .where("key", "=", key.key)
      .where("locked_by", "=", key.lock.owner)
      .execute();
  },
);
