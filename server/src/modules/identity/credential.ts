import type { Actor } from "../../actor.ts";
import type { Command } from "../../dispatch/commands.ts";
import type { Db } from "../../storage/dialect.ts";

/** An actor, and the time at which their credential expires, in milliseconds as `Date.now` has them. */
export interface Credential {
  actor: Actor;
  expiresAt: number | null;
}

/** One of the kinds of credentials that the `Authorization` header can carry (contract section 5). */
export interface CredentialKind {
  kind: Actor["credentialKind"];
  /** Returns false for a text that never was such a credential, without asking the database. */
  isWellFormed(secret: string): boolean;
  /** Returns the credential with a secret's hash; null where it is unknown or revoked. */
  find(db: Db, secretHash: string): Promise<Credential | null>;
  /** Returns an actor's credential as it is now; null where it is no longer valid. */
  reload(db: Db, actor: Actor): Promise<Credential | null>;
  /** Records that a credential was used. */
  recordUse: Command<{ workspaceId: string; id: string }, void>;
}

export const hasExpired = ({ expiresAt }: Credential) => expiresAt !== null && expiresAt <= Date.now();

/** Reads the time at which a credential expires from its row. */
export const expiryOf = (stored: string | null): number | null =>
  stored === null ? null : Date.parse(stored);
