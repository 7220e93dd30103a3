import { updateMember } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { requireRecentSignIn } from "../identity/recent-sign-in.ts";
import { revokeInvitesSentBy } from "../invites/revoke-invites.ts";
import { requireOwner } from "../projects/access.ts";
import { memberOf, requireOtherOwner } from "./access.ts";
import { presentMember } from "./present.ts";

/**
 * Changes a member's role immediately. Invites sent by a former owner are revoked, since they saw the links.
 */
export const memberUpdate = write(updateMember, async (tx, actor, { params, body: { role } }) => {
  const member = await memberOf(tx, actor, params.userId);
  requireOwner(actor, "change roles");
  requireRecentSignIn(actor);
  if (member.role === role) return { member: presentMember(member) };
  await requireOtherOwner(tx, actor, member);
  await tx
    .updateTable("memberships")
    .set({ role })
    .where("workspace_id", "=", actor.workspaceId)
    .where("user_id", "=", member.user_id)
    .execute();
  await appendEvents(tx, actor, [
    { type: "member.role_changed", subjectId: member.user_id, data: { from: member.role, to: role } },
  ]);
  if (member.role === "OWNER") await revokeInvitesSentBy(tx, actor, member.user_id);
  return { member: presentMember({ ...member, role }) };
});
