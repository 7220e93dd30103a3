import { removeMember } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { write } from "../../dispatch/handlers.ts";
import { ApiError, forbidden, invalid, ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { forgetPerson } from "../../inbox-items/forget-person.ts";
import type { Tx } from "../../storage/dialect.ts";
import { endCredentials } from "../identity/end-credentials.ts";
import { requireRecentSignIn } from "../identity/recent-sign-in.ts";
import { revokeInvitesSentBy, revokeInviteTo } from "../invites/revoke-invites.ts";
import { endGrantsOfPerson } from "../mcp-servers/end-grants.ts";
import { deleteModelsOf } from "../models/delete-model.ts";
import { endShares, handOverPlans, ownsPlans } from "../plans/archive/leave-plans.ts";
import { requireOwner } from "../projects/access.ts";
import { takeOff } from "../specs/unassign.ts";
import { memberOf, requireOtherOwner } from "./access.ts";
import type { MemberRow } from "./store.ts";

/** Removes a member with all access; members may remove themselves. */
export const memberRemove = write(removeMember, async (tx, actor, { params, query }) => {
  const member = await memberOf(tx, actor, params.userId);
  const heir = await heirOf(tx, actor, member, query.transferPlansTo);
  if (member.user_id !== actor.userId) requireOwner(actor, "remove a member");
  requireRecentSignIn(actor);
  await requireOtherOwner(tx, actor, member);
  if (await ownsPlans(tx, actor.workspaceId, member.user_id)) {
    requireHandOver(actor, heir);
    await handOverPlans(tx, actor, member.user_id, heir);
  }
  await endShares(tx, actor, member.user_id);
  await takeOff(tx, actor, member.user_id);
  await endCredentials(tx, actor, member.user_id);
  await endGrantsOfPerson(tx, actor.workspaceId, member.user_id);
  await deleteModelsOf(tx, actor.workspaceId, member.user_id);
  await revokeInvitesSentBy(tx, actor, member.user_id);
  await revokeInviteTo(tx, actor, member.email);
  await tx
    .deleteFrom("memberships")
    .where("workspace_id", "=", actor.workspaceId)
    .where("user_id", "=", member.user_id)
    .execute();
  await forgetPerson(tx, { workspaceId: actor.workspaceId, userId: member.user_id });
  await appendEvents(tx, actor, [{ type: "member.removed", subjectId: member.user_id, data: {} }]);
  return { removed: true as const };
});

/** Returns the member who takes over the plans. */
async function heirOf(
  tx: Tx,
  actor: Actor,
  member: MemberRow,
  userId: string | undefined,
): Promise<string | null> {
  if (userId === undefined) return null;
  const heir = await ofField("/transferPlansTo", () => memberOf(tx, actor, userId));
  if (heir.user_id === member.user_id)
    throw invalid("/transferPlansTo", "is the member being removed; name another member");
  if (heir.role === "VIEWER")
    throw invalid("/transferPlansTo", "is a viewer, who can't own plans; name a member");
  return heir.user_id;
}

/** Throws unless the plans get a new owner (409). Viewers can't transfer plans (403). */
function requireHandOver(actor: Actor, heir: string | null): asserts heir is string {
  if (heir === null)
    throw new ApiError(
      "owns_plans",
      "This member owns plans. Name the member who gets them with `transferPlansTo`.",
    );
  if (actor.role === "VIEWER")
    throw forbidden("A viewer can't hand plans over. Ask an owner of the workspace to remove you.");
}
