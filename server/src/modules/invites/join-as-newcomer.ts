import { unauthorized } from "../../errors.ts";
import { type Db, lockService, lockWorkspace, type Tx } from "../../storage/dialect.ts";
import { addUser } from "../identity/people.ts";
import { joinByInvite, requireOpen } from "./join.ts";
import { noSuchLink } from "./link.ts";
import { findAccount, findBySecret } from "./store.ts";

/**
 * Creates a member account for the invited address. Holding the mailed link verifies it. Returns the new
 * user, who has no sign-in method yet. Needs no lock.
 */
export async function joinAsNewcomer(tx: Tx, secretHash: string, name: string) {
  await lockService(tx); // Two links to an address must create one account.
  const invite = await findBySecret(tx, secretHash);
  if (!invite) throw noSuchLink();
  await lockWorkspace(tx, invite.workspace_id);
  requireOpen(invite);
  await requireNoAccount(tx, invite.email);
  const { id: userId, email } = await addUser(tx, {
    email: invite.email,
    name,
    isProven: invite.isMailed,
  });
  await joinByInvite(tx, secretHash, { userId, email, isNew: true });
  return { userId, email };
}

/** Throws 401 if the invited address has an account, which must sign in. */
export async function requireNoAccount(db: Db, email: string): Promise<void> {
  if (await findAccount(db, email)) throw hasAccount(email);
}

export const hasAccount = (email: string) =>
  unauthorized(`${email} has an account already. Sign in with it, then open the link again.`);
