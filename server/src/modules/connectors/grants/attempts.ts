import type { Selectable } from "kysely";
import type { Actor } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { now } from "../../../ids.ts";
import { open, type SecretCell, seal } from "../../../secrets/seal.ts";
import { workspaceKey } from "../../../secrets/workspace-key.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import type { Context } from "../../context.ts";
import { hashSecret } from "../../identity/key-format.ts";

export type Attempt = Selectable<Tables["grant_attempts"]>;

const lastsMs = 10 * 60_000;

/** Stores an OAuth attempt and deletes abandoned ones. */
export const addAttempt = command(
  "grants.addAttempt",
  ({ workspace_id }: Attempt) => workspace_id,
  async (tx: Tx, attempt: Attempt) => {
    await tx.deleteFrom("grant_attempts").where("expires_at", "<", now()).execute();
    await tx.insertInto("grant_attempts").values(attempt).execute();
  },
);

/** Returns a state's pending attempt without taking it. */
export function findAttempt(db: Db, state: string): Promise<Attempt | undefined> {
  return db
    .selectFrom("grant_attempts")
    .selectAll()
    .where("state_hash", "=", hashSecret(state))
    .where("expires_at", ">", now())
    .executeTakeFirst();
}

/**
 * Takes an attempt and commits before the vendor is called, so that a repeated callback finds none. Returns
 * false if already taken.
 */
export const takeAttempt = command(
  "grants.takeAttempt",
  ({ workspace_id }: Attempt) => workspace_id,
  async (tx: Tx, { workspace_id, state_hash }: Attempt): Promise<boolean> => {
    const taken = await tx
      .deleteFrom("grant_attempts")
      .where("workspace_id", "=", workspace_id)
      .where("state_hash", "=", state_hash)
      .returning("state_hash")
      .execute();
    return taken.length > 0;
  },
);

export interface NewAttempt {
  connectorId: string;
  actor: Actor;
  sessionId: string | null;
  site: string | null;
  returnTo: string;
  facts: unknown;
  /** Stored sealed: the code verifier, or the vendor's tokens. */
  secret: unknown;
  choices: unknown;
}

/** Begins an attempt under a new state, storing only its hash. */
export async function beginAttempt(context: Context, state: string, attempt: NewAttempt): Promise<void> {
  const { workspaceId } = attempt.actor;
  const stateHash = hashSecret(state);
  const dataKey = await workspaceKey(context, workspaceId);
  await context.writer.run(addAttempt, {
    workspace_id: workspaceId,
    state_hash: stateHash,
    connector_id: attempt.connectorId,
    actor: JSON.stringify(attempt.actor),
    session_id: attempt.sessionId,
    site: attempt.site,
    return_to: attempt.returnTo,
    facts: JSON.stringify(attempt.facts),
    sealed: seal(dataKey, cellOf(workspaceId, stateHash), JSON.stringify(attempt.secret)),
    choices: attempt.choices === null ? null : JSON.stringify(attempt.choices),
    expires_at: new Date(Date.now() + lastsMs).toISOString(),
  });
}

export async function secretOf(context: Context, attempt: Attempt): Promise<unknown> {
  const { workspace_id: workspaceId, state_hash: stateHash, sealed } = attempt;
  const dataKey = await workspaceKey(context, workspaceId);
  return JSON.parse(open(dataKey, cellOf(workspaceId, stateHash), sealed));
}

const cellOf = (workspaceId: string, rowId: string): SecretCell => ({
  workspaceId,
  table: "grant_attempts",
  column: "sealed",
  rowId,
});
