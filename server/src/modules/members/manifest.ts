import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { memberUpdate } from "./change-role.ts";
import { memberGet, membersList } from "./list-members.ts";
import { memberRemove } from "./remove-member.ts";
import { credentialsRevoke } from "./revoke-credentials.ts";
import { workspaceGet, workspaceUpdate } from "./workspace.ts";

export const members: Module<Context> = {
  name: "members",
  handlers: [
    workspaceGet,
    workspaceUpdate,
    membersList,
    memberGet,
    memberUpdate,
    memberRemove,
    credentialsRevoke,
  ],
  events: ["workspace.updated", "member.role_changed", "member.removed", "member.credentials_revoked"],
};
