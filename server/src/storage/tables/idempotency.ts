export interface IdempotencyTables {
  idempotency_keys: {
    workspace_id: string;
    credential_id: string;
    key: string;
    request_hash: string;
    /** Null while the request is running. */
    status: number | null;
    body: string | null;
    /** The created resource of an answer with a secret, which is not stored. */
    resource_id: string | null;
    expires_at: string;
    locked_until: string | null;
    /** Token of the running action; only its request stores an answer or releases the key. */
    locked_by: string | null;
  };
}
