import type { Scope } from "@groundplan/contract";

/** What a one-time link allows: creating the first user or setting a password. */
export type LinkKind = "set_up" | "reset";

export interface SignInTables {
  /** A PHC string, which includes the parameters. */
  passwords: { user_id: string; hash: string; changed_at: string };
  /** Ended sessions have neither row nor tokens. */
  sessions: {
    id: string;
    user_id: string;
    secret_hash: string;
    /** The workspace shown in the console; null before a choice. */
    workspace_id: string | null;
    /** Network address of the sign-in, normalized as for rate limits. */
    sender: string;
    user_agent: string;
    created_at: string;
    signed_in_at: string;
    last_used_at: string;
    expires_at: string;
  };
  /** Addresses of earlier sign-ins. */
  known_senders: { user_id: string; sender: string; seen_at: string };
  /** Browsers of earlier sign-ins, by hash of a cookie's secret. */
  known_browsers: { user_id: string; browser_hash: string; seen_at: string };
  /** Pending events about a user, as JSON, not yet in the workspace's history. */
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
  /** Belongs to a console session or an app's connection. */
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
