import { command } from "../../dispatch/commands.ts";
import { lockService, type Tx } from "../../storage/dialect.ts";
import { proveAddress } from "../identity/people.ts";
import { joinAsNewcomer } from "../invites/join-as-newcomer.ts";
import { joinAsPerson } from "../invites/join-as-person.ts";
import { showWorkspace } from "../sign-in/profile.ts";
import { type NewSession, startSession } from "../sign-in/sessions/session.ts";
import { addLink, findLinked } from "./linked.ts";

/** An issuer account and its user's name. */
export interface Account {
  issuer: string;
  subject: string;
  name: string;
  /** The address verified by the issuer, if any. */
  verifiedEmail: string | null;
}

interface Start extends Account {
  inviteHash: string | null;
  session: NewSession;
}

/**
 * Starts a linked user's session; returns false for an unlinked account. An invite adds or creates the user,
 * with the invited address whatever the issuer's.
 */
export const startWithIssuer = command(
  "issuers.startSession",
  () => null,
  async (tx: Tx, { inviteHash, session, ...account }: Start): Promise<boolean> => {
    if (inviteHash !== null) await lockService(tx); // Two invites must not create two users for one account.
    const linked = await findLinked(tx, account);
    if (!linked) return inviteHash !== null && startAsNewcomer(tx, account, inviteHash, session);
    if (linked.email === account.verifiedEmail) await proveAddress(tx, linked.userId);
    // Workspace locks precede user locks everywhere.
    const joined = inviteHash === null ? null : await joinAsPerson(tx, inviteHash, linked);
    const sessionId = await startSession(tx, linked.userId, "issuer", session);
    if (joined !== null) await showWorkspace(tx, { sessionId }, joined);
    return true;
  },
);

async function startAsNewcomer(
  tx: Tx,
  account: Account,
  inviteHash: string,
  session: NewSession,
): Promise<true> {
  const { userId, email } = await joinAsNewcomer(tx, inviteHash, account.name);
  if (email === account.verifiedEmail) await proveAddress(tx, userId);
  const sessionId = await startSession(tx, userId, "issuer", session);
  await addLink(tx, { ...account, userId, sessionId });
  return true;
}
