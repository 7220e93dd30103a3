import {
  endOtherSessions,
  endSession as endSessionEndpoint,
  getSession,
  listSessions,
  type Reply,
} from "@groundplan/contract";
import type { SignedIn } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { forSession, onConsole } from "../../../dispatch/console-handlers.ts";
import { notFound } from "../../../errors.ts";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { presentSession } from "./present-session.ts";
import { endSession, endSessions, idleSince, requireSession } from "./session.ts";

/** Returns the session and the available sign-in methods. */
export const currentSession = onConsole(getSession, (context: Context, { session }) =>
  presentWaysIn(context, session),
);

export async function presentWaysIn(
  { db, writer, config }: Context,
  session: SignedIn | null,
): Promise<Reply<typeof getSession>> {
  const someone = session ?? (await db.selectFrom("users").select("id").limit(1).executeTakeFirst());
  const presented = session && (await presentSession(db, session));
  // A session's tokens record its use, but a user without a workspace has none.
  if (presented?.workspaceId === null) await writer.run(touchSession, { id: presented.id });
  return {
    needsSetUp: !someone,
    issuer: config.oidc && { label: config.oidc.label },
    sendsMail: config.mail !== null,
    session: presented,
  };
}

/** Records a session's use, at most once a minute. */
export const touchSession = command(
  "sessions.touch",
  () => null,
  async (tx: Tx, { id }: { id: string }) => {
    await tx
      .updateTable("sessions")
      .set({ last_used_at: now() })
      .where("id", "=", id)
      .where("last_used_at", "<", new Date(Date.now() - 60_000).toISOString())
      .execute();
  },
);

export const sessionsList = forSession(listSessions, async ({ db }: Context, { session }) => {
  const rows = await db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", session.userId)
    .where("last_used_at", ">", idleSince())
    .where("expires_at", ">", now())
    .orderBy("id", "desc")
    .execute();
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      current: row.id === session.sessionId,
      userAgent: row.user_agent,
      address: row.sender,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
  };
});

/** Ends one of the user's sessions with its tokens. */
export const sessionEnd = forSession(endSessionEndpoint, async ({ writer }: Context, request) => {
  const { userId, sessionId: current } = request.session;
  const { sessionId } = request.input.params;
  const isEnded = await writer.run(endOwn, { userId, sessionId });
  if (!isEnded) throw notFound("session");
  if (sessionId === current) request.setSession(null);
  return { deleted: true as const };
});

export const endOwn = command(
  "sessions.endOwn",
  () => null,
  async (tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }) => {
    const own = await tx
      .selectFrom("sessions")
      .select("id")
      .where("id", "=", sessionId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    return own !== undefined && (await endSession(tx, own.id)) !== undefined;
  },
);

export const otherSessionsEnd = forSession(endOtherSessions, async ({ writer }: Context, { session }) => ({
  ended: await writer.run(endOthers, { userId: session.userId, sessionId: session.sessionId }),
}));

export const endOthers = command(
  "sessions.endOthers",
  () => null,
  async (tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }) => {
    // A session ended meanwhile must not end others.
    await requireSession(tx, { sessionId, userId });
    return endSessions(tx, userId, [sessionId]);
  },
);
