import type { Scope } from "@groundplan/contract";

/** The OAuth library's further models, by its names. */
export type ArtifactModel = "AuthorizationCode" | "RefreshToken" | "DeviceCode" | "Interaction";

export interface OAuthTables {
  /** Dynamically registered apps. `metadata` is RFC 7591's as JSON, with hashed secrets. */
  oauth_clients: { id: string; metadata: string; created_at: string };
  /** An app's access to one workspace; the library's grant. */
  oauth_connections: {
    workspace_id: string;
    id: string;
    user_id: string;
    client_id: string;
    client_name: string;
    scope: Scope;
    created_at: string;
    last_used_at: string | null;
    last_mcp_use_at: string | null;
    /** When its last code or token expires, which ends the connection. */
    expires_at: string;
    revoked_at: string | null;
  };
  oauth_artifacts: {
    /** SHA-256 of model and id, since ids are mostly secrets. */
    id_hash: string;
    model: ArtifactModel;
    connection_id: string | null;
    /** SHA-256 of a device's user code. */
    user_code_hash: string | null;
    /** The session that was last shown the interaction's consent page. */
    shown_to: string | null;
    /** The library's fields as JSON, without the secret. */
    payload: string;
    consumed_at: string | null;
    /** A device's last poll that respected the interval. */
    polled_at: string | null;
    expires_at: string;
  };
  /** Each connection's last refresh answer, sealed under a key derived from the spent token. */
  refresh_answers: {
    workspace_id: string;
    connection_id: string;
    /** Hash of the spent refresh token. */
    used_hash: string;
    sealed: string;
    /** End of the repetition window, by the database's clock. */
    expires_at: string;
  };
}
