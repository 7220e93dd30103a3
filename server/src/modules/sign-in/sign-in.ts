import { signIn, signOut } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { onConsole } from "../../dispatch/console-handlers.ts";
import { unauthorized } from "../../errors.ts";
import { now } from "../../ids.ts";
import { type Db, lockPerson, type Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { Context } from "../context.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.ts";
import { endSession, type NewSession, startSession } from "./session.ts";
import { signedIn } from "./signed-in.ts";
import { throttleOf } from "./throttle.ts";

const wrong = () => unauthorized("The e-mail address or the password is wrong.");

/** Signs in with a password. An unknown address gets the same answer after the same time. */
export const passwordSignIn = onConsole(signIn, async (context: Context, request) => {
  const { body } = request.input;
  const email = body.email.trim().toLowerCase();
  const { address } = request.sender;
  const account = await accountOf(context.db, email, address);
  const succeeded = throttleOf(context).count(address, email, account?.isKnownThere ?? false);
  const isRight = await verifyPassword(account?.hash ?? null, body.password).catch((error) => {
    succeeded(); // Nobody has guessed wrong where the service had no time to look.
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

/** Starts the session, unless the password was changed since it was checked. */
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

/** Returns an account with its password, and whether the person has signed in at the same network address before. */
async function accountOf(db: Db, email: string, sender: string) {
  const [row] = await accountWith(db, { email, sender });
  return row && { userId: row.id, hash: row.hash, isKnownThere: row.sender !== null };
}

const accountWith = statement((db, param: Param<{ email: string; sender: string }>) =>
  db
    .selectFrom("users")
    .innerJoin("passwords", "passwords.user_id", "users.id")
    .leftJoin("known_senders", (join) =>
      join.onRef("known_senders.user_id", "=", "users.id").on("known_senders.sender", "=", param("sender")),
    )
    .select(["users.id", "hash", "known_senders.sender"])
    .where("email", "=", param("email")),
);

/** Ends the session of the cookie; without one there is nothing to do. */
export const sessionSignOut = onConsole(signOut, async ({ writer }: Context, { session, setSession }) => {
  if (session) await writer.run(endOne, { id: session.sessionId });
  setSession(null);
  return { signedOut: true as const };
});

export const endOne = command(
  "sessions.end",
  () => null,
  async (tx: Tx, { id }: { id: string }) => void (await endSession(tx, id)),
);
