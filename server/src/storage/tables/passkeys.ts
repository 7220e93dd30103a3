export interface PasskeyTables {
  passkeys: {
    id: string;
    user_id: string;
    /** The name that the authenticator gave the key, in base64url. */
    credential_id: string;
    /** The public key in COSE's form, in base64url. */
    public_key: string;
    /** The authenticator's count of uses; 0 for ever where it does not count. */
    counter: number;
    /** The ways to reach the authenticator, as JSON; a browser finds it faster with them. */
    transports: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  /** A challenge waits for its one answer. It belongs to a session, which adds a passkey, or to a browser. */
  challenges: {
    hash: string;
    session_id: string | null;
    /** The hash of the secret in the cookie of the browser that began to sign in. */
    browser_hash: string | null;
    expires_at: string;
  };
}
