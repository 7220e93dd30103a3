import { resendInvite } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { requireRecentSignIn } from "../identity/recent-sign-in.ts";
import { requireOwner } from "../projects/access.ts";
import { ownedInvite, requirePending } from "./access.ts";
import { issueLink } from "./issue-link.ts";
import { newLink, type StoredLink } from "./link.ts";
import { presentInvite } from "./present.ts";

export const inviteResend = action(
  resendInvite,
  async (context: Context, actor, { params }) => {
    requireOwner(actor, "manage invites");
    const { acceptUrl, stored } = await newLink(context, actor.workspaceId);
    const input: Resending = { actor, inviteId: params.inviteId, link: stored };
    const invite = await context.writer.run(renewInvite, input);
    if (stored.mailed) context.jobs.wake();
    return { body: { invite, acceptUrl } };
  },
  { discloses: disclosesNothing, secretOf: ({ invite }) => invite.id },
);

interface Resending {
  actor: Actor;
  inviteId: string;
  link: StoredLink;
}

/** Renews the link of a pending invite, expired or not. */
export const renewInvite = command(
  "invites.renew",
  ({ actor }: Resending) => actor.workspaceId,
  async (tx: Tx, { actor: before, inviteId, link }: Resending) => {
    const actor = await reloadActor(tx, before);
    const pending = requirePending(await ownedInvite(tx, actor, inviteId));
    if (pending.role === "OWNER") requireRecentSignIn(actor);
    const invite = await issueLink(tx, actor, pending, link);
    await appendEvents(tx, actor, [
      { type: "invite.resent", subjectId: invite.id, data: { role: invite.role } },
    ]);
    return presentInvite(invite);
  },
);
