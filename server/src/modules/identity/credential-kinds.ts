import type { Actor } from "../../actor.ts";
import { unauthorized } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { accessTokenCredential } from "./access-token-credential.ts";
import { apiKeyCredential } from "./api-key-credential.ts";
import { type CredentialKind, hasExpired } from "./credential.ts";

/** Every kind of credential. A new kind is one more name here. */
const kinds: readonly CredentialKind[] = [apiKeyCredential, accessTokenCredential];

/** Returns the kind of credential that a secret looks like; undefined for none. */
export const kindOfSecret = (secret: string): CredentialKind | undefined =>
  kinds.find((kind) => kind.isWellFormed(secret));

export function kindOfActor({ credentialKind }: Actor): CredentialKind {
  const kind = kinds.find((one) => one.kind === credentialKind);
  if (!kind) throw new Error(`no credentials of the kind ${credentialKind}`);
  return kind;
}

/**
 * Returns the same actor as of now: credentials act as their person, so a revocation, a removal or a changed role
 * counts at once (decisions section 2).
 */
export async function reloadActor(db: Db, actor: Actor): Promise<Actor> {
  const now = await findActor(db, actor);
  if (!now) throw unauthorized("This credential was revoked or has expired. Use another one.");
  return now;
}

/** Returns the same actor as of now; null where the credential was revoked or has expired. */
export async function findActor(db: Db, actor: Actor): Promise<Actor | null> {
  const now = await kindOfActor(actor).reload(db, actor);
  return !now || hasExpired(now) ? null : now.actor;
}
