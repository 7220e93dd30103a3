import { decideConsent, getConsent, type Scope } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { forSession } from "../../dispatch/console-handlers.ts";
import { ApiError, forbidden, notFound } from "../../errors.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { isMember } from "../identity/people.ts";
import { requireSession } from "../sign-in/sessions/session.ts";
import { idHash, type Question, questionOf } from "./artifacts.ts";
import { hostOf } from "./clients/clients.ts";
import { redirectOf } from "./clients/redirect.ts";
import { addConnection } from "./connections.ts";
import { consentCookie } from "./provider/cookies.ts";
import { grantedScope, scopeOf } from "./scope.ts";
import { findArtifact, workspacesOf } from "./store.ts";
import { workspaceFor } from "./workspace-for.ts";

/** Returns an app's request, and binds the prompt to the session that sees it. */
export const consentRead = forSession(getConsent, async (context: Context, { session, input, cookie }) => {
  const { db, writer } = context;
  const { uid } = input.params;
  const { row, question } = await openQuestion(context, uid, cookie(consentCookie.name));
  if (row.shown_to !== session.sessionId)
    await writer.run(showQuestion, { idHash: row.id_hash, sessionId: session.sessionId });
  const { client_id: clientId = "", redirect_uri: redirectUri = "", scope } = question.params;
  return {
    consent: {
      clientId,
      clientName: question.clientName,
      clientHost: hostOf(clientId),
      scope: scopeOf(scope),
      ...redirectOf(redirectUri),
      workspaces: await workspacesOf(db, session.userId),
    },
  };
});

/** Stores the decision and returns the library's address to continue. */
export const consentDecide = forSession(
  decideConsent,
  async (context: Context, { session, input, cookie }) => {
    const { db, writer, publicUrl } = context;
    const { params, body } = input;
    const { row } = await openQuestion(context, params.uid, cookie(consentCookie.name));
    const workspaceId = body.allow ? await workspaceFor(db, session, body.workspaceId) : null;
    const { sessionId, userId } = session;
    await writer.run(keepDecision, {
      idHash: row.id_hash,
      sessionId,
      userId,
      workspaceId,
      scope: body.scope,
      connectionId: newId(),
    });
    return { redirectTo: `${publicUrl()}/oauth/authorize/${params.uid}` };
  },
);

/** Returns an open prompt of this browser; throws 404 otherwise. */
async function openQuestion(context: Context, uid: string, cookie: string | undefined) {
  const row = await findArtifact(context.db, idHash("Interaction", uid));
  if (!row || row.expires_at <= now() || !consentCookie.isOf(context, uid, cookie)) throw gone();
  return { row, question: questionOf(row) };
}

const gone = () =>
  new ApiError(
    "not_found",
    "This request of an app is over, or began in another browser. Begin again in the app.",
  );

export const showQuestion = command(
  "oauth.showQuestion",
  () => null,
  async (tx: Tx, { idHash: id_hash, sessionId }: { idHash: string; sessionId: string }) => {
    await tx
      .updateTable("oauth_artifacts")
      .set({ shown_to: sessionId })
      .where("id_hash", "=", id_hash)
      .execute();
  },
);

interface Decision {
  idHash: string;
  sessionId: string;
  userId: string;
  /** Null refuses. */
  workspaceId: string | null;
  /** The person's choice. */
  scope: Scope | undefined;
  connectionId: string;
}

/**
 * Stores the first decision and its connection, so that a second click creates none. Throws 403 for another
 * session than the one asked.
 */
export const keepDecision = command(
  "oauth.keepDecision",
  ({ workspaceId }) => workspaceId,
  async (tx: Tx, decision: Decision) => {
    const { idHash: id_hash, sessionId, userId, workspaceId, connectionId } = decision;
    await requireSession(tx, { sessionId, userId });
    const row = await findArtifact(tx, id_hash);
    if (!row || row.expires_at <= now()) throw gone();
    if (row.shown_to !== sessionId)
      throw forbidden("The session has changed since this page was opened. Reload it, then decide.");
    const question = questionOf(row);
    if (question.result) return;
    if (workspaceId !== null && !(await isMember(tx, workspaceId, userId))) throw notFound("workspace");
    const result: Question["result"] =
      workspaceId === null
        ? { error: "access_denied", error_description: "the person refused" }
        : { login: { accountId: userId, remember: false }, consent: { grantId: connectionId } };
    const kept = await tx
      .updateTable("oauth_artifacts")
      .set({ payload: JSON.stringify({ ...question, result }) })
      .where("id_hash", "=", id_hash)
      .where("payload", "=", row.payload) // A refusal doesn't lock the workspace, so another request may race it.
      .returning("id_hash")
      .execute();
    if (workspaceId === null || kept.length === 0) return;
    const { clientName, params } = question;
    const { client_id: clientId = "", scope } = params;
    await addConnection(tx, {
      workspaceId,
      id: connectionId,
      userId,
      clientId,
      clientName,
      scope: grantedScope(scopeOf(scope), decision.scope),
    });
  },
);
