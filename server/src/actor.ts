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
  /** The time of the sign-in where the credential is the console's own, which counts as the person; else null. */
  signedInAt: string | null;
}

/** A person in one browser: the session that a request's cookie names. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  /** The workspace that the console shows. */
  workspaceId: string | null;
  signedInAt: string;
  expiresAt: string;
}
