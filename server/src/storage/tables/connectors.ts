export interface ConnectorTables {
  connections: {
    workspace_id: string;
    id: string;
    connector_id: string;
    /**
     * The host of the tracker, and the id of the workspace where several share it. The ledger is kept under the
     * connection, so each site keeps its connection for ever.
     */
    site: string;
    /** 1 for the site of a connector that was connected last; the others have no key. */
    is_current: number;
    account: string | null;
    /** The sealed key; null while disconnected. The row stays, so that a later connection knows what was pushed. */
    secret: string | null;
    key_hint: string | null;
    /** The grant that is used in the place of a key; null for a connection by key. */
    grant_id: string | null;
    /** The time at which the tracker ended the grant, until somebody connects again. */
    lost_at: string | null;
    connected_by: string | null;
    connected_at: string | null;
    /** The sealed secret for what the tracker sends to `/hooks/trackers/{id}`. Null until somebody asks for one. */
    hook_secret: string | null;
  };
  /** A vendor's permission by OAuth: for the workspace, or for one person. */
  grants: {
    workspace_id: string;
    id: string;
    connector_id: string;
    /** The person whose grant it is; null for the workspace's. */
    user_id: string | null;
    account: string | null;
    /** The facts that its use needs and that hold no secret, as JSON: see `GrantFacts`. */
    facts: string;
    /** The sealed pair of tokens. */
    tokens: string;
    /** The time at which the access token expires; null where the vendor names none. */
    expires_at: string | null;
    /** The number of the pair; a refresh writes the next one. */
    generation: number;
    /** The refresh that is under way, and the time from which another may take over. */
    lease_owner: string | null;
    lease_until: string | null;
    /** The time from which it is used no more; the row goes once it was revoked at the vendor. */
    ended_at: string | null;
    created_at: string;
  };
  /** A way to a vendor and back, begun by `connect`. */
  grant_attempts: {
    workspace_id: string;
    state_hash: string;
    connector_id: string;
    /** The person who began it, as JSON. */
    actor: string;
    /** The session that began it; null where the credential was a key or an app's. */
    session_id: string | null;
    /** The site or installation that `connect` named. */
    site: string | null;
    return_to: string;
    /** The same as of a grant, as far as it is known. */
    facts: string;
    /** The sealed code verifier; once the vendor has answered, its tokens. */
    sealed: string;
    /** The sites that the person chooses from, as JSON; null until the vendor has named several. */
    choices: string | null;
    expires_at: string;
  };
  /** A client as which the service registered itself with an authorization server, for one connector. */
  registered_clients: {
    workspace_id: string;
    connector_id: string;
    issuer: string;
    /** The sealed client, with its secret and the address that it is for. */
    sealed: string;
    created_at: string;
  };
}
