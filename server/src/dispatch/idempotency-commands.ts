import type { Actor } from "../actor.ts";
import type { Tx } from "../storage/dialect.ts";
import { type CommandResult, command, type IdempotencyKey } from "./commands.ts";
import { claimKey, keepAnswer } from "./idempotency.ts";

/** An action and the idempotency key that it holds. */
export interface ActionClaim {
  actor: Actor;
  key: IdempotencyKey & Required<Pick<IdempotencyKey, "lock">>;
}

const workspaceOf = (input: ActionClaim) => input.actor.workspaceId;

/** Takes an action's key before it calls out. A process that dies holds the key for `lock.seconds` only. */
export const claimAction = command(
  "idempotency.claim",
  workspaceOf,
  (tx: Tx, { actor, key }: ActionClaim, rules) => claimKey(tx, actor, key, rules),
);

interface Keep extends ActionClaim {
  done: Pick<CommandResult, "status" | "body">;
  /** For an answer that holds a secret: the id that is stored instead of the answer. */
  secretOf: string | null;
}

export const keepAction = command(
  "idempotency.keep",
  workspaceOf,
  (tx: Tx, { actor, key, done, secretOf }: Keep) => keepAnswer(tx, actor, key, done, secretOf),
);

/** Holds the key of an action that still runs, unless its lock ran out and another request took it. */
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

/** Releases the key, unless its lock ran out and another request took it. */
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
