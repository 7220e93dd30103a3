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
    connected_by: string | null;
    connected_at: string | null;
    /** The sealed secret for what the tracker sends to `/hooks/trackers/{id}`. Null until somebody asks for one. */
    hook_secret: string | null;
  };
}
