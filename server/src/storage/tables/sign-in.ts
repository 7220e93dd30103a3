import type { Scope } from "@groundplan/contract";

/** This is what a one-time link lets its holder do: make the first user, or set a password. */
export type LinkKind = "set_up" | "reset";

export interface SignInTables {
  /** The hash is a PHC string, which says with which parameters it was made. */
  passwords: { user_id: string; hash: string; changed_at: string };
  /** A session that ended has no row, and no tokens. */
  sessions: {
    id: string;
    user_id: string;
    secret_hash: string;
    /** The workspace that the console shows; null where the person chose none yet. */
    workspace_id: string | null;
    /** The network address that the sign-in came from, as limits count it. */
    sender: string;
    user_agent: string;
    created_at: string;
    signed_in_at: string;
    last_used_at: string;
    expires_at: string;
  };
  /** The network addresses from which a person has signed in. */
  known_senders: { user_id: string; sender: string; seen_at: string };
  /** The browsers in which a person has signed in, by the hash of a secret that each keeps in a cookie. */
  known_browsers: { user_id: string; browser_hash: string; seen_at: string };
  /** Acts on a person that a workspace's history does not have yet; each is an event as JSON. */
  person_events: {
    workspace_id: string;
    id: string;
    user_id: string;
    credential_id: string | null;
    event: string;
  };
  links: {
    secret_hash: string;
    kind: LinkKind;
    user_id: string | null;
    created_at: string;
    expires_at: string;
  };
  /** A token belongs to a session of the console, or to the connection of an app. */
  access_tokens: {
    workspace_id: string;
    secret_hash: string;
    user_id: string;
    session_id: string | null;
    connection_id: string | null;
    scope: Scope;
    created_at: string;
    expires_at: string;
  };
}
