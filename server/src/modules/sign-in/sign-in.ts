import { signIn, signOut } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { onConsole } from "../../dispatch/console-handlers.ts";
import { unauthorized } from "../../errors.ts";
import { now } from "../../ids.ts";
import { hashOfEndpoint } from "../../inbox-items/endpoint-hash.ts";
import { forgetDevices } from "../../inbox-items/forget-person.ts";
import { lockPerson, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { hashSecret } from "../identity/key-format.ts";
import { findAccount } from "./known.ts";
import { hashPassword, isOutdated, verifyPassword } from "./passwords/password.ts";
import { endSession, type NewSession, startSession } from "./sessions/session.ts";
import { signedIn } from "./sessions/signed-in.ts";
import { lockWorkspacesOf } from "./take-over.ts";
import { throttleOf } from "./throttle.ts";

const wrong = () => unauthorized("The e-mail address or the password is wrong.");

/** Signs in with a password. Unknown addresses get the same answer in the same time. */
export const passwordSignIn = onConsole(signIn, async (context: Context, request) => {
  const { body } = request.input;
  const email = body.email.trim().toLowerCase();
  const { address } = request.sender;
  const browserHash = hashSecret(request.knownBrowser ?? "");
  const account = await findAccount(context.db, { email, sender: address, browserHash });
  const throttle = throttleOf(context);
  const succeeded = account?.isKnownBrowser
    ? throttle.countKnownBrowser(browserHash, email)
    : throttle.count(address, email, account?.isKnownSender ?? false);
  const isRight = await verifyPassword(account?.hash ?? null, body.password).catch((error) => {
    succeeded(); // An overloaded service is not a wrong guess.
    throw error;
  });
  if (!account || !isRight) throw wrong();
  succeeded();
  const { userId, hash } = account;
  const newHash = isOutdated(hash) ? await hashPassword(body.password) : null;
  return signedIn(context, request, (session) =>
    context.writer.run(startWithPassword, { userId, hash, newHash, session }),
  );
});

/** Starts the session unless the password changed since it was checked. */
export const startWithPassword = command(
  "signIn.startWithPassword",
  () => null,
  async (tx: Tx, input: { userId: string; hash: string; newHash: string | null; session: NewSession }) => {
    await lockPerson(tx, input.userId);
    const known = await tx
      .selectFrom("passwords")
      .select("hash")
      .where("user_id", "=", input.userId)
      .executeTakeFirst();
    if (known?.hash !== input.hash) throw wrong();
    if (input.newHash !== null) {
      await tx
        .updateTable("passwords")
        .set({ hash: input.newHash, changed_at: now() })
        .where("user_id", "=", input.userId)
        .where("hash", "=", input.hash)
        .execute();
    }
    return startSession(tx, input.userId, "password", input.session);
  },
);

/** Ends the cookie's session, if any. */
export const sessionSignOut = onConsole(
  signOut,
  async ({ writer }: Context, { input: { body }, session, setSession }) => {
    if (session)
      await writer.run(endOne, {
        id: session.sessionId,
        userId: session.userId,
        endpointHashes: (body?.pushes ?? []).map(hashOfEndpoint),
      });
    setSession(null);
    return { signedOut: true as const };
  },
);

interface SigningOut {
  id: string;
  userId: string;
  /** Of the browser, which shall get no more pushes. */
  endpointHashes: readonly string[];
}

export const endOne = command(
  "sessions.end",
  () => null,
  async (tx: Tx, { id, userId, endpointHashes }: SigningOut) => {
    if (endpointHashes.length > 0)
      for (const workspaceId of await lockWorkspacesOf(tx, userId))
        await forgetDevices(tx, { workspaceId, userId, endpointHashes });
    await endSession(tx, id);
  },
);
