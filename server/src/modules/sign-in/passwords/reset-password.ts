import { lookUpLink, resetPassword } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { onConsole } from "../../../dispatch/console-handlers.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { linkExpired, takeLink, usableLink } from "../links.ts";
import { type NewSession, startSession } from "../sessions/session.ts";
import { signedIn } from "../sessions/signed-in.ts";
import { lockWorkspacesOf, takeOver } from "../take-over.ts";
import { waysOf } from "../ways.ts";
import { hashPassword } from "./password.ts";

/** Returns a link's account and what its use would end. Doesn't consume it: mail scanners open links too. */
export const linkLookUp = onConsole(lookUpLink, async ({ db, config }: Context, { input }) => {
  const { id, email } = await personOf(db, await usableLink(db, "reset", input.body.token));
  return { email, mayKeep: await waysOf(db, config, id) };
});

/** Sets a password by one-time link and signs in, ending all other credentials unless kept. */
export const passwordReset = onConsole(resetPassword, async (context: Context, request) => {
  const { token, password, keep = [] } = request.input.body;
  const linkHash = await usableLink(context.db, "reset", token);
  const hash = await hashPassword(password);
  return signedIn(context, request, (session) =>
    context.writer.run(resetByLink, { linkHash, hash, keep, session }),
  );
});

interface Reset {
  linkHash: string;
  hash: string;
  keep: readonly string[];
  session: NewSession;
}

export const resetByLink = command(
  "signIn.resetByLink",
  () => null,
  async (tx: Tx, { linkHash, hash, keep, session }: Reset) => {
    const { id: userId } = await personOf(tx, linkHash);
    const workspaceIds = await lockWorkspacesOf(tx, userId);
    await takeLink(tx, "reset", linkHash);
    await takeOver(tx, { userId, workspaceIds, hash, keep });
    return startSession(tx, userId, "link", session);
  },
);

/** Returns a link's user; throws 409 `link_expired`. */
async function personOf(db: Db, linkHash: string): Promise<{ id: string; email: string }> {
  const user = await db
    .selectFrom("links")
    .innerJoin("users", "users.id", "links.user_id")
    .select(["users.id", "email"])
    .where("secret_hash", "=", linkHash)
    .executeTakeFirst();
  if (!user) throw linkExpired();
  return user;
}
