import type { Scope } from "@groundplan/contract";

/** This is what the OAuth library keeps beside clients, connections and access tokens, by its own names. */
export type ArtifactModel = "AuthorizationCode" | "RefreshToken" | "DeviceCode" | "Interaction";

export interface OAuthTables {
  /** Apps that registered themselves. `metadata` is RFC 7591's, as JSON; a secret in it is a hash. */
  oauth_clients: { id: string; metadata: string; created_at: string };
  /** An app that a person let into one workspace; what the library calls a grant. */
  oauth_connections: {
    workspace_id: string;
    id: string;
    user_id: string;
    client_id: string;
    client_name: string;
    scope: Scope;
    created_at: string;
    last_used_at: string | null;
    /** The time at which its last code or token stops working; the connection is over then. */
    expires_at: string;
    revoked_at: string | null;
  };
  oauth_artifacts: {
    /** The SHA-256 of model and id: an id is mostly the secret itself. */
    id_hash: string;
    model: ArtifactModel;
    connection_id: string | null;
    /** The SHA-256 of the code that a device shows. */
    user_code_hash: string | null;
    /** The session to which an interaction's consent page was shown last. */
    shown_to: string | null;
    /** The library's own fields as JSON, without the secret. */
    payload: string;
    consumed_at: string | null;
    /** The time of a device's last poll that did not come too early. */
    polled_at: string | null;
    expires_at: string;
  };
  /** The answer to the last refresh of each connection, sealed under a key that follows from the token it used up. */
  refresh_answers: {
    workspace_id: string;
    connection_id: string;
    /** The hash of the refresh token that was used up. */
    used_hash: string;
    sealed: string;
    /** The time until which a repetition is answered, by the database's clock. */
    expires_at: string;
  };
}
