export interface ConnectorTables {
  connections: {
    workspace_id: string;
    id: string;
    connector_id: string;
    /**
     * The tracker's host, with a workspace id if several share it. Kept forever, since the ledger refers to
     * it.
     */
    site: string;
    /** 1 for a connector's most recently connected site; others have no key. */
    is_current: number;
    account: string | null;
    /** Sealed; null while disconnected. The row stays to remember pushes. */
    secret: string | null;
    key_hint: string | null;
    /** The grant used instead of a key. */
    grant_id: string | null;
    /** When the tracker revoked the grant; null after reconnecting. */
    lost_at: string | null;
    connected_by: string | null;
    connected_at: string | null;
    /** Sealed secret for `/hooks/trackers/{id}`; null until requested. */
    hook_secret: string | null;
  };
  /** An OAuth permission for the workspace or one member. */
  grants: {
    workspace_id: string;
    id: string;
    connector_id: string;
    /** Null for the workspace's. */
    user_id: string | null;
    account: string | null;
    /** Non-secret data for its use, as JSON: see `GrantFacts`. */
    facts: string;
    /** Sealed. */
    tokens: string;
    /** Expiry of the access token; null if the vendor gives none. */
    expires_at: string | null;
    /** Incremented by every refresh. */
    generation: number;
    /** The refresh in progress, and the end of its lease. */
    lease_owner: string | null;
    lease_until: string | null;
    /** When its use ended; the row is deleted after revocation at the vendor. */
    ended_at: string | null;
    created_at: string;
  };
  /** An OAuth attempt started by `connect`. */
  grant_attempts: {
    workspace_id: string;
    state_hash: string;
    connector_id: string;
    /** The actor who started it, as JSON. */
    actor: string;
    /** The session that started it; null for a key or app. */
    session_id: string | null;
    /** The site or installation requested from `connect`. */
    site: string | null;
    return_to: string;
    /** As in a grant, as far as known. */
    facts: string;
    /** Sealed code verifier, later the tokens. */
    sealed: string;
    /** Sites to choose from, as JSON; null until the vendor names several. */
    choices: string | null;
    expires_at: string;
  };
  /** A client dynamically registered with an authorization server, per connector. */
  registered_clients: {
    workspace_id: string;
    connector_id: string;
    issuer: string;
    /** Sealed client with secret and redirect address. */
    sealed: string;
    created_at: string;
  };
}
