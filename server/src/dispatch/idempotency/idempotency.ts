import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { CommandResult, IdempotencyKey, Rules } from "../commands.ts";

const keptHours = 24;

/**
 * Claims the key or returns the stored answer. The row belongs to the command's transaction, so a failed
 * command leaves none and can be retried.
 */
export async function claimKey(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyKey,
  rules: Rules,
): Promise<CommandResult | null> {
  const now = new Date();
  const mine = { workspace_id: actor.workspaceId, credential_id: actor.credentialId, key: claim.key };
  const row = await tx
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("workspace_id", "=", mine.workspace_id)
    .where("credential_id", "=", mine.credential_id)
    .where("key", "=", mine.key)
    .executeTakeFirst();
  if (row && row.expires_at > now.toISOString()) {
    await rules.requireReadable(tx, actor, claim.params, {});
    if (row.request_hash !== claim.requestHash) {
      throw new ApiError(
        "idempotency_conflict",
        "This Idempotency-Key was used for another request. Use a new key.",
      );
    }
    if (row.resource_id) {
      throw new ApiError(
        "idempotency_conflict",
        "This request was answered before, with a secret that a repeat doesn't show. `details.id` is what it made: read that, or send a request under a new key.",
        {
          id: row.resource_id,
        },
      );
    }
    if (row.status !== null) {
      const body: unknown = JSON.parse(row.body ?? "{}");
      // The answer may show plans and specs outside of the path's plan.
      await rules.requireReadable(tx, actor, {}, rules.disclosedBy(claim.endpointId, body));
      return { status: row.status, body, replayed: true };
    }
    if (row.locked_until && row.locked_until > now.toISOString()) {
      throw new ApiError(
        "idempotency_conflict",
        "The first request with this key is still at work. Wait, then repeat.",
        undefined,
        {
          "retry-after": String(
            Math.max(1, Math.ceil((Date.parse(row.locked_until) - now.getTime()) / 1000)),
          ),
        },
      );
    }
  }
  const fresh = {
    ...mine,
    request_hash: claim.requestHash,
    status: null,
    body: null,
    resource_id: null,
    expires_at: new Date(now.getTime() + keptHours * 3600_000).toISOString(),
    locked_until: new Date(now.getTime() + (claim.lock?.seconds ?? 0) * 1000).toISOString(),
    locked_by: claim.lock?.owner ?? null,
  };
  await tx
    .insertInto("idempotency_keys")
    .values(fresh)
    .onConflict((conflict) => conflict.columns(["workspace_id", "credential_id", "key"]).doUpdateSet(fresh))
    .execute();
  return null;
}

/** Tests whether a request under a key has been answered, or is at work. */
export async function isTaken(db: Db, actor: Actor, key: string): Promise<boolean> {
  const now = new Date().toISOString();
  const row = await db
    .selectFrom("idempotency_keys")
    .select(["status", "locked_until"])
    .where("workspace_id", "=", actor.workspaceId)
    .where("credential_id", "=", actor.credentialId)
    .where("key", "=", key)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined && (row.status !== null || (row.locked_until ?? "") > now);
}

/**
 * Stores the answer for 24 hours, or only the id of a resource with a secret. No-op if another request took
 * over the key.
 */
export async function keepAnswer(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyKey,
  done: Pick<CommandResult, "status" | "body">,
  secretOf: string | null,
): Promise<void> {
  let row = tx
    .updateTable("idempotency_keys")
    .set({
      status: done.status,
      body: secretOf ? null : JSON.stringify(done.body),
      resource_id: secretOf,
      locked_until: null,
      locked_by: null,
    })
    .where("workspace_id", "=", actor.workspaceId)
    .where("credential_id", "=", actor.credentialId)
    .where("key", "=", claim.key);
  if (claim.lock) row = row.where("locked_by", "=", claim.lock.owner);
  await row.execute();
}
