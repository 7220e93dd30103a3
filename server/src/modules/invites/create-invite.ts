import { createInvite, type Role } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import { ApiError, inField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { requireRecentSignIn } from "../identity/recent-sign-in.ts";
import { requireOwner } from "../projects/access.ts";
import { issueLink, requireInviteCapacity } from "./issue-link.ts";
import { newLink, type StoredLink } from "./link.ts";
import { presentInvite } from "./present.ts";
import { findPending, type InviteRow, isMembersAddress } from "./store.ts";

/** Invites an address. An action, since only the main thread can seal the mail's link. */
export const inviteCreate = action(
  createInvite,
  async (context: Context, actor, { body }) => {
    requireOwner(actor, "invite people");
    const { acceptUrl, stored } = await newLink(context, actor.workspaceId);
    const input: NewInvite = { actor, ...body, link: stored };
    const invite = await context.writer.run(saveInvite, input);
    if (stored.mailed) context.jobs.wake();
    return { body: { invite, acceptUrl } };
  },
  { discloses: disclosesNothing, secretOf: ({ invite }) => invite.id },
);

interface NewInvite {
  actor: Actor;
  email: string;
  role: Role;
  link: StoredLink;
}

/** Creates an invite, or renews the pending one with the requested role. */
export const saveInvite = command(
  "invites.save",
  ({ actor }: NewInvite) => actor.workspaceId,
  async (tx: Tx, { actor: before, email, role, link }: NewInvite) => {
    const actor = await reloadActor(tx, before);
    requireOwner(actor, "invite people");
    if (role === "OWNER") requireRecentSignIn(actor);
    if (await isMembersAddress(tx, actor.workspaceId, email)) throw alreadyMember(email);
    const pending = await findPending(tx, actor.workspaceId, email);
    if (!pending) await requireInviteCapacity(tx, actor);
    const invite = await issueLink(tx, actor, { ...(pending ?? newInvite(actor, email)), role }, link);
    await appendEvents(tx, actor, [
      { type: pending ? "invite.resent" : "invite.created", subjectId: invite.id, data: { role } },
    ]);
    return presentInvite(invite);
  },
);

const newInvite = ({ workspaceId, userId }: Actor, email: string): InviteRow => ({
  workspace_id: workspaceId,
  id: newId(),
  email,
  role: "VIEWER",
  status: "PENDING",
  secret_hash: "",
  mail_hash: null,
  sealed_secret: null,
  sent_by: userId,
  mailed_at: null,
  created_at: now(),
  expires_at: "",
  ended_at: null,
});

const alreadyMember = (email: string) =>
  inField("/email", new ApiError("already_member", `${email} is the address of a member already.`));
