import { acceptInviteLink } from "@groundplan/contract";
import type { SignedIn } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { onConsole } from "../../dispatch/console-handlers.ts";
import { invalid } from "../../errors.ts";
import { type Db, lockPerson, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { hashPassword } from "../sign-in/passwords/password.ts";
import { putPassword } from "../sign-in/passwords/set-password.ts";
import { showWorkspace } from "../sign-in/profile.ts";
import { presentSession } from "../sign-in/sessions/present-session.ts";
import { type NewSession, requireSession, startSession } from "../sign-in/sessions/session.ts";
import { signedIn } from "../sign-in/sessions/signed-in.ts";
import { lockWorkspacesOf, takeOver } from "../sign-in/take-over.ts";
import { joinByInvite, requireOpen } from "./join.ts";
import { hasAccount, joinAsNewcomer, requireNoAccount } from "./join-as-newcomer.ts";
import { hashOfToken, noSuchLink } from "./link.ts";
import { countTry } from "./look-up-invite.ts";
import { findAccount, findBySecret, type LinkedInvite } from "./store.ts";

/**
 * Accepts an invite for the signed-in user, or creates an account for the invited address. Existing accounts
 * must sign in, except that the mailed link lets its reader take over an unverified account with a new
 * password.
 */
export const inviteAcceptInConsole = onConsole(acceptInviteLink, async (context: Context, request) => {
  const { db, writer } = context;
  const { session } = request;
  const { token, name, password, keep = [] } = request.input.body;
  const secretHash = hashOfToken(token);
  const succeeded = countTry(context, request.sender);
  const invite = await findBySecret(db, secretHash);
  if (!invite) throw noSuchLink();
  succeeded();
  if (password !== undefined && (await isTakenOver(db, invite))) {
    requireOpen(invite);
    const hash = await hashPassword(password);
    return signedIn(context, request, (started) =>
      writer.run(acceptByTakeOver, { secretHash, hash, keep, session: started }),
    );
  }
  if (session) {
    const workspaceId = invite.workspace_id;
    await writer.run(acceptAsSession, { session, secretHash, workspaceId });
    return { session: await presentSession(db, { ...session, workspaceId }) };
  }
  requireOpen(invite);
  await requireNoAccount(db, invite.email);
  if (name === undefined) throw invalid("/name", "is needed for a new account");
  if (password === undefined) throw invalid("/password", "is needed for a new account");
  const hash = await hashPassword(password);
  return signedIn(context, request, (started) =>
    writer.run(acceptAsNewcomer, { secretHash, name, hash, session: started }),
  );
});

/** Tests for a mailed link to an unverified account. */
async function isTakenOver(db: Db, { isMailed, email }: LinkedInvite): Promise<boolean> {
  return isMailed && (await findAccount(db, email))?.is_proven === 0;
}

interface SessionAcceptance {
  session: SignedIn;
  secretHash: string;
  /** The invite's workspace, which is locked. */
  workspaceId: string;
}

export const acceptAsSession = command(
  "invites.acceptAsSession",
  ({ workspaceId }: SessionAcceptance) => workspaceId,
  async (tx: Tx, { session, secretHash, workspaceId }: SessionAcceptance) => {
    await requireSession(tx, session);
    await joinByInvite(tx, secretHash, session);
    await showWorkspace(tx, session, workspaceId);
  },
);

interface TakingOver {
  secretHash: string;
  /** Hash of the new password. */
  hash: string;
  keep: readonly string[];
  session: NewSession;
}

export const acceptByTakeOver = command(
  "invites.acceptByTakeOver",
  () => null,
  async (tx: Tx, { secretHash, hash, keep, session }: TakingOver) => {
    const invite = await findBySecret(tx, secretHash);
    const account = invite && (await findAccount(tx, invite.email));
    if (!invite || !account) throw noSuchLink();
    const { workspace_id: workspaceId, email } = invite;
    const userId = account.id;
    const workspaceIds = await lockWorkspacesOf(tx, userId, [workspaceId]);
    await lockPerson(tx, userId);
    if (!(await isTakenOver(tx, invite))) throw hasAccount(email);
    await takeOver(tx, { userId, workspaceIds, hash, keep });
    await joinByInvite(tx, secretHash, { userId, email });
    const sessionId = await startSession(tx, userId, "invite", session);
    await showWorkspace(tx, { sessionId }, workspaceId);
    return sessionId;
  },
);

interface Newcomer {
  secretHash: string;
  name: string;
  hash: string;
  session: NewSession;
}

export const acceptAsNewcomer = command(
  "invites.acceptAsNewcomer",
  () => null,
  async (tx: Tx, { secretHash, name, hash, session }: Newcomer) => {
    const { userId } = await joinAsNewcomer(tx, secretHash, name);
    await putPassword(tx, userId, hash, null);
    return startSession(tx, userId, "invite", session);
  },
);
