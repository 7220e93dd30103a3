import { z } from "zod";
import { nextCursor, page, role } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, email, text } from "../text.ts";
import { Workspace } from "./identity.ts";

const tag = "Workspace";

export const inviteStatus = z.enum(["PENDING", "ACCEPTED", "REVOKED"]);
export type InviteStatus = z.infer<typeof inviteStatus>;

export const Invite = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    status: inviteStatus.describe("An invite past its date stays `PENDING`, and can be sent again."),
    createdAt: dateTime(),
    expiresAt: dateTime().nullable(),
    mailError: z
      .string()
      .optional()
      .describe(
        "In the list: why the last attempt to send its link by mail failed. It is tried for about an hour.",
      ),
  })
  .meta({ id: "Invite" });
export type Invite = z.infer<typeof Invite>;

const params = z.strictObject({ inviteId: z.string().describe("The invite's id.") });
const sent = z.object({
  invite: Invite,
  acceptUrl: z.string().describe("The link for the invited person. It is in this answer and never again."),
});

export const listInvites = endpoint({
  id: "invites.list",
  method: "GET",
  path: "/v1/invites",
  summary: "List the invites to the workspace",
  description: "For owners.",
  tag,
  query: z.strictObject(page),
  reply: z.object({ invites: z.array(Invite), nextCursor }),
  errors: ["forbidden"],
});

export const getInvite = endpoint({
  id: "invites.get",
  method: "GET",
  path: "/v1/invites/{inviteId}",
  summary: "Read an invite",
  description: "For owners.",
  tag,
  params: params,
  reply: z.object({ invite: Invite }),
  errors: ["not_found", "forbidden"],
});

export const createInvite = endpoint({
  id: "invites.create",
  method: "POST",
  path: "/v1/invites",
  summary: "Invite someone by their e-mail address",
  description:
    "For owners. A pending invite of the address is answered with the new role, link and date, and its old link dies. The link is also sent by mail if the operator has set a mail server.",
  tag,
  body: z.strictObject({ email: email(), role }),
  reply: sent,
  status: 201,
  errors: ["forbidden", "recent_sign_in_required", "already_member", "too_many_invites"],
});

export const revokeInvite = endpoint({
  id: "invites.revoke",
  method: "DELETE",
  path: "/v1/invites/{inviteId}",
  summary: "Revoke an invite",
  description: "For owners. One that was already revoked is returned unchanged.",
  tag,
  params,
  reply: z.object({ invite: Invite }),
  errors: ["not_found", "forbidden", "invite_not_pending"],
});

export const resendInvite = endpoint({
  id: "invites.resend",
  method: "POST",
  path: "/v1/invites/{inviteId}/resend",
  summary: "Make a new link for an invite, and send it",
  description: "For owners. The old link no longer works, and its expiry restarts.",
  tag,
  params,
  reply: sent,
  errors: ["not_found", "forbidden", "recent_sign_in_required", "invite_not_pending"],
});

export const acceptInvite = endpoint({
  id: "invites.accept",
  method: "POST",
  path: "/v1/invites/accept",
  summary: "Accept an invite to another workspace",
  description:
    "For the person with the invited address, with any credential. An account whose address is not proven accepts by the mailed link only.",
  tag,
  body: z.strictObject({ token: text(200).describe("The `token` of the link.") }),
  reply: z.object({ workspace: Workspace, role }),
  errors: [
    "not_found",
    "forbidden",
    "address_not_proven",
    "invite_not_pending",
    "invite_expired",
    "already_member",
  ],
});
