import type { Actor } from "../../actor.ts";
import { unauthorized } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { accessTokenCredential } from "./access-token-credential.ts";
import { apiKeyCredential } from "./api-key-credential.ts";
import { type CredentialKind, hasExpired } from "./credential.ts";

/** Add new kinds here. */
const kinds: readonly CredentialKind[] = [apiKeyCredential, accessTokenCredential];

/** Returns the kind of credential by the secret's form, if any. */
export const kindOfSecret = (secret: string): CredentialKind | undefined =>
  kinds.find((kind) => kind.isWellFormed(secret));

export function kindOfActor({ credentialKind }: Actor): CredentialKind {
  const kind = kinds.find((one) => one.kind === credentialKind);
  if (!kind) throw new Error(`no credentials of the kind ${credentialKind}`);
  return kind;
}

/**
 * Reloads an actor, so that revocations, removals and role changes apply at once (decisions section 2).
 * Throws 401.
 */
export async function reloadActor(db: Db, actor: Actor): Promise<Actor> {
  const now = await findActor(db, actor);
  if (!now) throw unauthorized("This credential was revoked or has expired. Use another one.");
  return now;
}

/** Returns the end of an actor's credential in Unix milliseconds; null if it has none. */
export async function expiryOfActor(db: Db, actor: Actor): Promise<number | null> {
  const current = await kindOfActor(actor).reload(db, actor);
  return current?.expiresAt ?? null;
}

/** Reloads an actor; null if the credential is revoked or expired. */
export async function findActor(db: Db, actor: Actor): Promise<Actor | null> {
  const now = await kindOfActor(actor).reload(db, actor);
  return !now || hasExpired(now) ? null : now.actor;
}
