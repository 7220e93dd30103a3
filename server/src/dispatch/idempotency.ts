import { ApiError } from "../errors.ts";
import type { Actor } from "../modules/identity/actor.ts";
import { requireReach } from "../modules/plans/access.ts";
import { isOneOf, type Tx } from "../storage/dialect.ts";
import type { Done } from "./run-command.ts";

/** `Idempotency-Key` of a POST (decisions section 1, retries), with what its replay needs. */
export interface IdempotencyKey {
  key: string;
  /** SHA-256 of method, address and body. */
  requestHash: string;
  params: { projectSlug?: string; planShortId?: string };
  /** Of a request that calls out: its token, and the seconds that it may hold the key before another takes over. */
  lock?: { owner: string; seconds: number };
}

const keptHours = 24;

/**
 * Takes the key for this request, or answers what was kept for it. The row is part of the command's
 * transaction: a command that failed leaves none, and its repetition runs again.
 */
export async function claimKey(tx: Tx, actor: Actor, claim: IdempotencyKey): Promise<Done | null> {
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
    await requireReach(tx, actor, claim.params);
    if (row.request_hash !== claim.requestHash) {
      throw new ApiError(
        "idempotency_conflict",
        "This Idempotency-Key was used for another request. Use a new key.",
      );
    }
    if (row.resource_id) {
      throw new ApiError(
        "idempotency_conflict",
        "This request was answered before, with a secret that is shown once.",
        {
          id: row.resource_id,
        },
      );
    }
    if (row.status !== null) return replay(tx, actor, row.status, row.body);
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

interface Kept {
  plan?: { id: string };
  spec?: { id: string };
  specs?: { id: string }[];
  dependency?: { toPlanId: string | null; toSpecId: string | null };
}

/** A replay checks reach again: also of the plans that the kept answer shows, which the path may not name. */
async function replay(tx: Tx, actor: Actor, status: number, body: string | null): Promise<Done> {
  const kept: Kept = JSON.parse(body ?? "{}");
  const specIds = [kept.spec, ...(kept.specs ?? [])].flatMap((spec) => spec?.id ?? []);
  if (kept.dependency?.toSpecId) specIds.push(kept.dependency.toSpecId);
  const plans = new Set(await plansOfSpecs(tx, actor.workspaceId, specIds));
  for (const planId of [kept.plan?.id, kept.dependency?.toPlanId]) if (planId) plans.add(planId);
  for (const planId of plans) await requireReach(tx, actor, { planId });
  return { status, body: kept, replayed: true };
}

/** Where specs lie now; those that were deleted since lie nowhere. */
async function plansOfSpecs(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("specs")
    .select("plan_id")
    .distinct()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", ids))
    .execute();
  return rows.map((row) => row.plan_id);
}

/**
 * Keeps the answer for 24 hours; one with a secret is kept as the id of what it made. A request whose lock ran out
 * and whose key another one took keeps nothing.
 */
export async function keepAnswer(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyKey,
  done: Pick<Done, "status" | "body">,
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
