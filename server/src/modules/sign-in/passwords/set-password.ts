import { setPassword } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { forSession } from "../../../dispatch/console-handlers.ts";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { forgetBrowsers } from "../known.ts";
import { appendPersonEvents } from "../person-events.ts";
import { endSessions, type NewSession, requireSession, startSession } from "../sessions/session.ts";
import { signedIn } from "../sessions/signed-in.ts";
import { hashPassword } from "./password.ts";

/** Sets the user's password, renewing the session's secret and ending other sessions. */
export const passwordSet = forSession(setPassword, async (context: Context, request) => {
  const { userId, sessionId } = request.session;
  const hash = await hashPassword(request.input.body.password);
  return signedIn(context, request, (session) =>
    context.writer.run(changePassword, { userId, sessionId, hash, session }),
  );
});

export const changePassword = command(
  "signIn.changePassword",
  () => null,
  async (tx: Tx, input: { userId: string; sessionId: string; hash: string; session: NewSession }) => {
    await requireSession(tx, input);
    await putPassword(tx, input.userId, input.hash, input.sessionId);
    await endSessions(tx, input.userId, [input.sessionId]);
    return startSession(tx, input.userId, "password", input.session);
  },
);

/**
 * Stores a password hash and invalidates pending links and known browsers, in which someone who knew the old
 * password would get more guesses.
 */
export async function putPassword(
  tx: Tx,
  userId: string,
  hash: string,
  credentialId: string | null,
): Promise<void> {
  const changed_at = now();
  await tx
    .insertInto("passwords")
    .values({ user_id: userId, hash, changed_at })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, changed_at }))
    .execute();
  await tx.deleteFrom("links").where("user_id", "=", userId).where("kind", "=", "reset").execute();
  await forgetBrowsers(tx, userId);
  const changed = { type: "password.changed", subjectId: userId, data: {} } as const;
  await appendPersonEvents(tx, { userId, credentialId }, [changed]);
}
