import { ApiError } from "../../errors.ts";
import { now } from "../../ids.ts";
import { type Db, lockPerson, type Tx } from "../../storage/dialect.ts";
import type { LinkKind } from "../../storage/tables/sign-in.ts";
import { checksumOk, hashSecret, newSecret } from "../identity/key-format.ts";

export const newLink = (): string => newSecret("plan_link_");

export const linkExpired = () =>
  new ApiError("link_expired", "This link was used already, or is too old. Ask the operator for a new one.");

export async function addLink(
  tx: Tx,
  link: { secretHash: string; kind: LinkKind; userId: string | null; hours: number },
): Promise<void> {
  const expires_at = new Date(Date.now() + link.hours * 3600_000).toISOString();
  await tx
    .insertInto("links")
    .values({
      secret_hash: link.secretHash,
      kind: link.kind,
      user_id: link.userId,
      created_at: now(),
      expires_at,
    })
    .execute();
}

/** Returns a usable link's hash; throws 409 `link_expired`. */
export async function usableLink(db: Db, kind: LinkKind, secret: string): Promise<string> {
  const secretHash = hashSecret(secret);
  const link = checksumOk(secret)
    ? await db
        .selectFrom("links")
        .select("kind")
        .where("secret_hash", "=", secretHash)
        .where("kind", "=", kind)
        .where("expires_at", ">", now())
        .executeTakeFirst()
    : undefined;
  if (!link) throw linkExpired();
  return secretHash;
}

/** Consumes a link and returns its user; throws 409 `link_expired`. */
export async function takeLink(tx: Tx, kind: LinkKind, secretHash: string): Promise<string | null> {
  const link = await tx
    .selectFrom("links")
    .select("user_id")
    .where("secret_hash", "=", secretHash)
    .executeTakeFirst();
  if (link?.user_id) await lockPerson(tx, link.user_id);
  const [taken] = await tx
    .deleteFrom("links")
    .where("secret_hash", "=", secretHash)
    .where("kind", "=", kind)
    .where("expires_at", ">", now())
    .returning("user_id")
    .execute();
  if (!taken) throw linkExpired();
  return taken.user_id;
}
