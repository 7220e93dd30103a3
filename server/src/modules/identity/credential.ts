import type { Actor } from "../../actor.ts";
import type { Command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Db } from "../../storage/dialect.ts";

/** An actor and the credential's expiry in Unix milliseconds. */
export interface Credential {
  actor: Actor;
  expiresAt: number | null;
}

/** A kind of credential in the `Authorization` header (contract section 5). */
export interface CredentialKind {
  kind: Actor["credentialKind"];
  /** Rejects malformed secrets without a query. */
  isWellFormed(secret: string): boolean;
  /** Returns the credential by hash; null if unknown or revoked. */
  find(db: Db, secretHash: string): Promise<Credential | null>;
  /** Reloads an actor's credential; null if no longer valid. */
  reload(db: Db, actor: Actor): Promise<Credential | null>;
  recordUse: Command<CredentialUse, void>;
}

export interface CredentialUse {
  workspaceId: string;
  id: string;
  /** True at the MCP endpoint. */
  isMcp: boolean;
}

/** Returns the columns of a use that is recorded now, and the one that says whether the last is a minute old. */
export function useColumns({ isMcp }: CredentialUse) {
  const at = now();
  return isMcp
    ? ({ set: { last_used_at: at, last_mcp_use_at: at }, last: "last_mcp_use_at" } as const)
    : ({ set: { last_used_at: at }, last: "last_used_at" } as const);
}

export const hasExpired = ({ expiresAt }: Credential) => expiresAt !== null && expiresAt <= Date.now();

export const expiryOf = (stored: string | null): number | null =>
  stored === null ? null : Date.parse(stored);
