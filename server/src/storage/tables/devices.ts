export interface DeviceTables {
  /** The keys that a workspace's pushes are signed with (VAPID). */
  push_keys: {
    workspace_id: string;
    /** Base64url of the uncompressed point. */
    public_key: string;
    sealed_private: string;
    created_at: string;
  };
  /** Browsers that take a member's pushes. */
  devices: {
    workspace_id: string;
    id: string;
    user_id: string;
    name: string;
    /** SHA-256, since the endpoint may be long. */
    endpoint_hash: string;
    endpoint: string;
    /** The subscription's keys, sealed. */
    sealed_keys: string;
    created_at: string;
  };
}
