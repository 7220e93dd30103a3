import type { Role, Scope } from "@groundplan/contract";

/** A member of a workspace with current role and scope, acting through one credential. */
export interface Actor {
  workspaceId: string;
  userId: string;
  userName: string;
  email: string;
  role: Role;
  scope: Scope;
  credentialId: string;
  credentialKind: "api_key" | "oauth";
  /** Time of the sign-in for the console's own credential; null for others. */
  signedInAt: string | null;
}

/** The author of events: an actor, or the service. */
export interface Author {
  workspaceId: string;
  userId: string | null;
  credentialId: string | null;
}

/** Returns the service itself as the author of a workspace's events. */
export const serviceIn = (workspaceId: string): Author => ({
  workspaceId,
  userId: null,
  credentialId: null,
});

/** The user behind a session cookie. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  /** The workspace shown in the console. */
  workspaceId: string | null;
  signedInAt: string;
  expiresAt: string;
}
