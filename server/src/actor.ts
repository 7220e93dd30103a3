import type { Role, Scope } from "@groundplan/contract";

/** The person who acts, as one workspace knows them now, through one credential. */
export interface Actor {
  workspaceId: string;
  userId: string;
  userName: string;
  email: string;
  role: Role;
  scope: Scope;
  credentialId: string;
  credentialKind: "api_key" | "oauth";
}
