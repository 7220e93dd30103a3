import { createConsoleToken, type Reply } from "@groundplan/contract";
import type { SignedIn } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { forSession } from "../../../dispatch/console-handlers.ts";
import { forbidden, notFound } from "../../../errors.ts";
import { lastEvent } from "../../../events/last-event.ts";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { accessTokenPrefix } from "../../identity/access-token-credential.ts";
import { hashSecret, newSecret } from "../../identity/key-format.ts";
import { presentSession } from "./present-session.ts";
import { requireSession } from "./session.ts";

const lastsMs = 10 * 60_000;

/**
 * Issues an access token for one workspace, which the console keeps in memory: the API never takes the
 * cookie.
 */
export const consoleToken = forSession(createConsoleToken, (context: Context, { session, input }) =>
  createToken(context, session, input.body.workspaceId),
);

/**
 * Creates a session's access token for the given or current workspace. Throws 403 for users without any, and
 * 404 for non-members.
 */
export async function createToken(
  { db, writer }: Context,
  session: SignedIn,
  wanted?: string,
): Promise<Reply<typeof createConsoleToken>> {
  const { workspaces, workspaceId: current } = await presentSession(db, session);
  const workspaceId = wanted ?? current;
  if (workspaceId === null)
    throw forbidden("You are a member of no workspace. Ask an owner of one to invite you.");
  if (!workspaces.some(({ id }) => id === workspaceId)) throw notFound("workspace");
  const token = newSecret(accessTokenPrefix);
  const timestamp = Date.now();
  const expiresAt = new Date(timestamp + lastsMs).toISOString();
  const { sessionId, userId } = session;
  await writer.run(addConsoleToken, {
    sessionId,
    userId,
    workspaceId,
    expiresAt,
    secretHash: hashSecret(token),
  });
  return {
    token,
    workspaceId,
    expiresAt,
    now: new Date(timestamp).toISOString(),
    lastEvent: await lastEvent(db, workspaceId),
  };
}

interface NewToken {
  sessionId: string;
  userId: string;
  workspaceId: string;
  secretHash: string;
  expiresAt: string;
}

/** Stores a token's hash and deletes the session's expired ones. */
export const addConsoleToken = command(
  "sessions.addToken",
  () => null,
  async (tx: Tx, { sessionId, userId, workspaceId, secretHash, expiresAt }: NewToken) => {
    await requireSession(tx, { sessionId, userId });
    const timestamp = now();
    await tx
      .deleteFrom("access_tokens")
      .where("session_id", "=", sessionId)
      .where("expires_at", "<", timestamp)
      .execute();
    await tx
      .insertInto("access_tokens")
      .values({
        workspace_id: workspaceId,
        secret_hash: secretHash,
        user_id: userId,
        session_id: sessionId,
        connection_id: null,
        scope: "write",
        created_at: timestamp,
        expires_at: expiresAt,
      })
      .execute();
  },
);
