import { command } from "../../dispatch/commands.ts";
import { lockService, type Tx } from "../../storage/dialect.ts";
import { proveAddress } from "../identity/people.ts";
import { joinAsNewcomer } from "../invites/join-as-newcomer.ts";
import { joinAsPerson } from "../invites/join-as-person.ts";
import { showWorkspace } from "../sign-in/profile.ts";
import { type NewSession, startSession } from "../sign-in/session.ts";
import { addLink, findLinked } from "./linked.ts";

/** An account at the issuer, and the name that it gives the person. */
export interface Account {
  issuer: string;
  subject: string;
  name: string;
  /** The address that the issuer has verified; null where it says none. */
  verifiedEmail: string | null;
}

interface Start extends Account {
  inviteHash: string | null;
  session: NewSession;
}

/**
 * Starts the session of the person whom an account is linked to; returns false where it is nobody's. With an invite
 * the person joins, or is made: the invited address then belongs to the account, whatever address the issuer tells.
 */
export const startWithIssuer = command(
  "issuers.startSession",
  () => null,
  async (tx: Tx, { inviteHash, session, ...account }: Start): Promise<boolean> => {
    if (inviteHash !== null) await lockService(tx); // Two invites to one account make one person.
    const linked = await findLinked(tx, account);
    if (!linked) return inviteHash !== null && startAsNewcomer(tx, account, inviteHash, session);
    if (linked.email === account.verifiedEmail) await proveAddress(tx, linked.userId);
    // The workspace is locked before the person, as everybody does it.
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
