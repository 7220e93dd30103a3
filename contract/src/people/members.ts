import { z } from "zod";
import { nextCursor, page, Removed, reference, role } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime } from "../text.ts";

const tag = "Workspace";

export const Member = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role,
    joinedAt: dateTime().nullable(),
    isPlatformAdmin: z.boolean(),
    isProven: z
      .boolean()
      .describe(
        "False until the person has shown that the address is theirs, by mail, the operator or an issuer.",
      ),
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof Member>;

const params = z.strictObject({ userId: z.string().describe("The member's user id.") });

export const listMembers = endpoint({
  id: "members.list",
  method: "GET",
  path: "/v1/members",
  summary: "List the members of the workspace",
  tag,
  query: z.strictObject(page),
  reply: z.object({ members: z.array(Member), nextCursor }),
});

export const getMember = endpoint({
  id: "members.get",
  method: "GET",
  path: "/v1/members/{userId}",
  summary: "Read a member",
  tag,
  params: params,
  reply: z.object({ member: Member }),
  errors: ["not_found"],
});

export const updateMember = endpoint({
  id: "members.update",
  method: "PATCH",
  path: "/v1/members/{userId}",
  summary: "Give a member another role",
  description: "For owners. It holds from the member's next request on. The last owner stays one.",
  tag,
  params,
  body: z.strictObject({ role }),
  reply: z.object({ member: Member }),
  errors: ["not_found", "forbidden", "recent_sign_in_required", "last_owner"],
});

export const removeMember = endpoint({
  id: "members.remove",
  method: "DELETE",
  path: "/v1/members/{userId}",
  summary: "Remove a member, or leave",
  description:
    "For owners; everybody may remove themselves. Credentials and shares in this workspace end. Who owns plans is removed only with `transferPlansTo`.",
  tag,
  params,
  query: z.strictObject({
    transferPlansTo: reference()
      .optional()
      .describe("The user id of the member who gets the plans; not a viewer."),
  }),
  reply: Removed,
  errors: ["not_found", "forbidden", "recent_sign_in_required", "last_owner", "owns_plans"],
});

export const revokeMemberCredentials = endpoint({
  id: "members.revokeCredentials",
  method: "DELETE",
  path: "/v1/members/{userId}/credentials",
  summary: "Revoke all of a member's credentials in this workspace",
  description: "For owners. The member stays one, and can make new credentials.",
  tag,
  params,
  reply: z.object({ revoked: z.int().describe("The number of credentials that worked until now.") }),
  errors: ["not_found", "forbidden"],
});
