import { command } from "../../dispatch/commands.ts";
import { lockService, type Tx } from "../../storage/dialect.ts";
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
  const userId = await joinAsNewcomer(tx, inviteHash, account.name);
  const sessionId = await startSession(tx, userId, "issuer", session);
  await addLink(tx, { ...account, userId, sessionId });
  return true;
}
