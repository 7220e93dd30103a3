import { decideDevice, lookUpDevice, type Scope } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import { createLimiter } from "../../dispatch/concurrency/rate-limiter.ts";
import { forSession } from "../../dispatch/console-handlers.ts";
import { notFound } from "../../errors.ts";
import { newId } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { isMember } from "../identity/people.ts";
import { requireSession } from "../sign-in/sessions/session.ts";
import { questionOf, userCodeHash } from "./artifacts.ts";
import { hostOf } from "./clients/clients.ts";
import { addConnection } from "./connections.ts";
import { grantedScope, scopeOf, scopesOf } from "./scope.ts";
import { findDevice, workspacesOf } from "./store.ts";
import { workspaceFor } from "./workspace-for.ts";

/** Returns the app behind a code. */
export const deviceLookUp = forSession(lookUpDevice, async (context: Context, { session, input }) => {
  const { db } = context;
  const guessed = countGuess(context, session.userId);
  const { question } = await openDevice(db, userCodeHash(input.body.code));
  guessed.wasRight();
  const { clientId = "", clientName, params } = question;
  return {
    device: {
      clientId,
      clientName,
      clientHost: hostOf(clientId),
      scope: scopeOf(params.scope),
      workspaces: await workspacesOf(db, session.userId),
    },
  };
});

export const deviceDecide = forSession(decideDevice, async (context: Context, { session, input }) => {
  const { db, writer } = context;
  const { code, allow, workspaceId: named, scope } = input.body;
  const guessed = countGuess(context, session.userId);
  const codeHash = userCodeHash(code);
  await openDevice(db, codeHash);
  guessed.wasRight();
  const workspaceId = allow ? await workspaceFor(db, session, named) : null;
  const { sessionId, userId } = session;
  const decision = { codeHash, sessionId, userId, workspaceId, scope, connectionId: newId() };
  await writer.run(keepDeviceDecision, decision);
  return { allowed: allow };
});

interface Decision {
  codeHash: string;
  sessionId: string;
  userId: string;
  /** Null refuses. */
  workspaceId: string | null;
  /** The person's choice. */
  scope: Scope | undefined;
  connectionId: string;
}

/** Stores a decision and its connection, and spends the code. */
export const keepDeviceDecision = command(
  "oauth.keepDeviceDecision",
  ({ workspaceId }) => workspaceId,
  async (tx: Tx, { codeHash, sessionId, userId, workspaceId, connectionId, scope: chosen }: Decision) => {
    await requireSession(tx, { sessionId, userId });
    const { row, question } = await openDevice(tx, codeHash);
    const scope = grantedScope(scopeOf(question.params.scope), chosen);
    if (workspaceId !== null && !(await isMember(tx, workspaceId, userId))) throw notFound("workspace");
    const decided =
      workspaceId === null
        ? { error: "access_denied", errorDescription: "the person refused" }
        : { accountId: userId, grantId: connectionId, scope: scopesOf(scope), resource: true };
    const kept = await tx
      .updateTable("oauth_artifacts")
      .set({
        payload: JSON.stringify({ ...question, ...decided }),
        connection_id: workspaceId === null ? null : connectionId,
        user_code_hash: null,
      })
      .where("id_hash", "=", row.id_hash)
      .where("user_code_hash", "=", codeHash) // A refusal doesn't lock the workspace, so another request may race it.
      .returning("id_hash")
      .execute();
    if (kept.length === 0) throw notFound("code");
    if (workspaceId === null) return;
    const { clientId = "", clientName } = question;
    await addConnection(tx, { workspaceId, id: connectionId, userId, clientId, clientName, scope });
  },
);

/** Returns the device waiting with a code; throws 404 otherwise. */
async function openDevice(db: Db, codeHash: string) {
  const row = await findDevice(db, codeHash);
  if (!row) throw notFound("code");
  return { row, question: questionOf(row) };
}

/** Wrong codes per user and minute. */
const mostGuesses = 10;
const guessesOf = perProcess(() => createLimiter("device", mostGuesses));

/** Counts a code as wrong until proven right; throws 429. */
function countGuess(context: Pick<Context, "db">, userId: string) {
  const limiter = guessesOf(context);
  limiter.take(userId);
  return { wasRight: () => limiter.giveBack(userId) };
}
