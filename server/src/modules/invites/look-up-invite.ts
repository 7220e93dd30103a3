import { lookUpInvite } from "@groundplan/contract";
import { onConsole } from "../../dispatch/console-handlers.ts";
import type { Context } from "../context.ts";
import { throttleOf } from "../sign-in/throttle.ts";
import { waysOf } from "../sign-in/ways.ts";
import { hashOfToken, noSuchLink } from "./link.ts";
import { findAccount, findBySecret, namesOf } from "./store.ts";

/** Describes a link without consuming it: mail scanners open links too. */
export const inviteLookUp = onConsole(lookUpInvite, async (context: Context, { input, sender, session }) => {
  const secretHash = hashOfToken(input.body.token);
  const succeeded = countTry(context, sender);
  const invite = await findBySecret(context.db, secretHash);
  if (!invite) throw noSuchLink();
  succeeded();
  const { db, config } = context;
  const { inviter, workspace } = await namesOf(db, invite);
  const account = await findAccount(db, invite.email);
  const isUnproven = account?.is_proven === 0;
  return {
    invite: {
      email: invite.email,
      role: invite.role,
      workspace: { name: workspace },
      status: invite.status,
      expiresAt: invite.expires_at,
      invitedBy: inviter,
    },
    hasAccount: account !== undefined,
    sendsMail: config.mail !== null,
    takesOver: isUnproven && invite.isMailed ? { mayKeep: await waysOf(db, config, account.id) } : null,
    signedInAs: session?.email ?? null,
  };
});

/** Counts a lookup like a sign-in attempt (429). Returns a function to undo it on success. */
export const countTry = (context: Context, { address }: { address: string }): (() => void) =>
  throttleOf(context).count(address, "an invite's link", true);
