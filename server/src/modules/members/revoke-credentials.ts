import { revokeMemberCredentials } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { endCredentials } from "../identity/end-credentials.ts";
import { requireOwner } from "../projects/access.ts";
import { memberOf } from "./access.ts";

/** Revokes a member's credentials in this workspace, for example after losing a laptop. */
export const credentialsRevoke = write(revokeMemberCredentials, async (tx, actor, { params }) => {
  const member = await memberOf(tx, actor, params.userId);
  requireOwner(actor, "revoke the credentials of a member");
  const revoked = await endCredentials(tx, actor, member.user_id);
  await appendEvents(tx, actor, [
    { type: "member.credentials_revoked", subjectId: member.user_id, data: { revoked } },
  ]);
  return { revoked };
});
