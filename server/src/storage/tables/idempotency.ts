export interface IdempotencyTables {
  idempotency_keys: {
    workspace_id: string;
    credential_id: string;
    key: string;
    request_hash: string;
    /** The status of the answer; null while the request is running. */
    status: number | null;
    body: string | null;
    /** The id of the created resource, set where the answer held a secret and is not stored. */
    resource_id: string | null;
    expires_at: string;
    locked_until: string | null;
    /** The token of the action that is running; only that request stores its answer or releases the key. */
    locked_by: string | null;
  };
}
