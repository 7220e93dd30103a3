export interface PrototypeTables {
  /** The prototype of a plan. */
  prototypes: {
    workspace_id: string;
    plan_id: string;
    /** The path of the file that its links open. */
    entry: string;
    bytes: number;
    revision: number;
    updated_at: string;
    /** The time at which it was deleted; the row stays, so that a new one goes on with its revisions. */
    deleted_at: string | null;
  };
  prototype_files: {
    workspace_id: string;
    plan_id: string;
    /** The path in Unicode's composed form (NFC). */
    path: string;
    file_id: string;
    bytes: number;
  };
  /** The public links, of which each is there until it is revoked. */
  prototype_shares: {
    workspace_id: string;
    id: string;
    plan_id: string;
    token_hash: string;
    sealed_token: string;
    expires_at: string;
    created_at: string;
    /** The connection of the app that made it for somebody, with which it ends; null for keys and the console. */
    connection_id: string | null;
  };
}
