export interface PrototypeTables {
  prototypes: {
    workspace_id: string;
    plan_id: string;
    /** Path that links open. */
    entry: string;
    bytes: number;
    revision: number;
    updated_at: string;
    /** The row of a deleted prototype stays to continue its revisions. */
    deleted_at: string | null;
  };
  prototype_files: {
    workspace_id: string;
    plan_id: string;
    /** NFC. */
    path: string;
    file_id: string;
    bytes: number;
  };
  /** Public links; rows stay until revoked. */
  prototype_shares: {
    workspace_id: string;
    id: string;
    plan_id: string;
    token_hash: string;
    sealed_token: string;
    expires_at: string;
    created_at: string;
    /** The connection of the creating app, which ends the link with it; null for keys and the console. */
    connection_id: string | null;
  };
}
