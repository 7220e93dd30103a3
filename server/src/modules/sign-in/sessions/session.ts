import type { SignInBy } from "@groundplan/contract";
import type { SignedIn } from "../../../actor.ts";
import { unauthorized } from "../../../errors.ts";
import { newId, now } from "../../../ids.ts";
import { type Db, lockPerson, type Tx } from "../../../storage/dialect.ts";
import { type Param, statement } from "../../../storage/statement.ts";
import { checksumOk, hashSecret, newSecret } from "../../identity/key-format.ts";
import { isKnownBrowser, newBrowserSecret, remember } from "../known.ts";
import { appendPersonEvents } from "../person-events.ts";

const lastsMs = 30 * 24 * 3600_000;
const idleMs = 7 * 24 * 3600_000;
const prefix = "plan_session_";

/** Returns the time before which unused sessions are expired. */
export const idleSince = (): string => new Date(Date.now() - idleMs).toISOString();

/** A session about to start. Only hashes of its secrets reach the writer. */
export interface NewSession {
  secretHash: string;
  expiresAt: string;
  sender: string;
  browserHash: string;
  userAgent: string;
  /** The browser's previous session, which ends. */
  replaces: string | null;
}

/** The cookie secrets and expiry of a started session. */
export interface StartedSession {
  secret: string;
  expiresAt: string;
  /** Identifies the browser from now on. */
  browser: string;
}

/** A request of a browser that may be signed in. */
export interface SigningIn {
  session: SignedIn | null;
  /** Undefined for an unknown browser. */
  knownBrowser: string | undefined;
  sender: { address: string; userAgent: string };
}

/**
 * Returns a new session for a request's browser. A browser secret without any sign-in is replaced, since
 * someone else may have planted it.
 */
export async function newSessionIn(db: Db, { knownBrowser, session, sender }: SigningIn) {
  const isKnown = await isKnownBrowser(db, knownBrowser);
  return newSession({ session, sender, knownBrowser: isKnown ? knownBrowser : undefined });
}

/** Returns a new session, and the secrets for its browser. */
export function newSession(request: SigningIn): { started: StartedSession; session: NewSession } {
  const secret = newSecret(prefix);
  const browser = request.knownBrowser ?? newBrowserSecret();
  const expiresAt = new Date(Date.now() + lastsMs).toISOString();
  const { address, userAgent } = request.sender;
  return {
    started: { secret, expiresAt, browser },
    session: {
      secretHash: hashSecret(secret),
      expiresAt,
      sender: address,
      browserHash: hashSecret(browser),
      userAgent: userAgent.slice(0, 300),
      replaces: request.session?.sessionId ?? null,
    },
  };
}

/** Sessions per user; the oldest is evicted. */
const mostSessions = 50;

/**
 * Starts a session within a sign-in's transaction and returns its id. Every sign-in gets a new secret, and
 * the browser's previous session ends.
 */
export async function startSession(
  tx: Tx,
  userId: string,
  method: SignInBy,
  { secretHash, expiresAt, sender, browserHash, userAgent, replaces }: NewSession,
): Promise<string> {
  const timestamp = now();
  const before = replaces === null ? undefined : await endSession(tx, replaces, userId);
  await lockPerson(tx, userId);
  await endSessions(tx, userId, await newestSessions(tx, userId, mostSessions - 1));
  const id = newId();
  const row = {
    id,
    user_id: userId,
    secret_hash: secretHash,
    sender,
    user_agent: userAgent,
    workspace_id: before?.user_id === userId ? before.workspace_id : null,
    created_at: timestamp,
    signed_in_at: timestamp,
    last_used_at: timestamp,
    expires_at: expiresAt,
  };
  await tx.insertInto("sessions").values(row).execute();
  await remember(tx, userId, { sender, browserHash });
  const started = { type: "session.started", subjectId: id, data: { by: method } } as const;
  await appendPersonEvents(tx, { userId, credentialId: id }, [started]);
  return id;
}

async function newestSessions(tx: Tx, userId: string, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Ends a session and its tokens; returns it, or undefined if it had ended. `orLock` is a user locked next:
 * users are locked in id order.
 */
export async function endSession(tx: Tx, id: string, orLock?: string) {
  const session = await tx.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();
  if (!session) return undefined;
  for (const userId of [session.user_id, orLock ?? session.user_id].toSorted()) await lockPerson(tx, userId);
  const [ended] = await tx.deleteFrom("sessions").where("id", "=", id).returning("id").execute();
  if (!ended) return undefined;
  await tellEnds(tx, session.user_id, [id]);
  return session;
}

/** Ends a user's other sessions; returns their number. */
export async function endSessions(tx: Tx, userId: string, except: readonly string[]): Promise<number> {
  await lockPerson(tx, userId);
  let ends = tx.deleteFrom("sessions").where("user_id", "=", userId);
  if (except.length > 0) ends = ends.where("id", "not in", except);
  const ended = (await ends.returning("id").execute()).map(({ id }) => id).toSorted();
  if (ended.length > 0) await tellEnds(tx, userId, ended);
  return ended.length;
}

const tellEnds = (tx: Tx, userId: string, ended: readonly string[]) =>
  appendPersonEvents(
    tx,
    { userId, credentialId: ended[0] ?? null },
    ended.map((subjectId) => ({ type: "session.ended", subjectId, data: {} })),
  );

/** Locks a session's user; throws 401 if the session has ended. */
export async function requireSession(
  tx: Tx,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<void> {
  await lockPerson(tx, userId);
  const session = await tx
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!session) throw unauthorized("This session has ended. Sign in again.");
}

/** Returns the session of a cookie; null if it ended or was idle for a week. */
export async function findSession(db: Db, secret: string | undefined): Promise<SignedIn | null> {
  if (secret === undefined || !secret.startsWith(prefix) || !checksumOk(secret)) return null;
  return signedInAs(await sessionBySecret(db, { ...live(), secretHash: hashSecret(secret) }));
}

export const findSessionById = async (db: Db, id: string): Promise<SignedIn | null> =>
  signedInAs(await sessionById(db, { ...live(), id }));

const live = () => ({ now: now(), idleSince: idleSince() });
const columns = [
  "sessions.id",
  "user_id",
  "email",
  "name",
  "workspace_id",
  "signed_in_at",
  "expires_at",
] as const;

const sessionBySecret = statement(
  (db, param: Param<{ secretHash: string; now: string; idleSince: string }>) =>
    db
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .select(columns)
      .where("secret_hash", "=", param("secretHash"))
      .where("expires_at", ">", param("now"))
      .where("last_used_at", ">", param("idleSince")),
);

const sessionById = statement((db, param: Param<{ id: string; now: string; idleSince: string }>) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(columns)
    .where("sessions.id", "=", param("id"))
    .where("expires_at", ">", param("now"))
    .where("last_used_at", ">", param("idleSince")),
);

function signedInAs([row]: Awaited<ReturnType<typeof sessionById>>): SignedIn | null {
  if (!row) return null;
  return {
    sessionId: row.id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    workspaceId: row.workspace_id,
    signedInAt: row.signed_in_at,
    expiresAt: row.expires_at,
  };
}
