export interface PasskeyTables {
  passkeys: {
    id: string;
    user_id: string;
    /** Credential id, base64url. */
    credential_id: string;
    /** COSE public key, base64url. */
    public_key: string;
    /** Signature counter; 0 if unsupported. */
    counter: number;
    /** Transport hints as JSON, which speed up sign-ins. */
    transports: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  /** A single-use challenge, bound to a session (adding a passkey) or a browser (signing in). */
  challenges: {
    hash: string;
    session_id: string | null;
    /** Hash of the secret in the signing-in browser's cookie. */
    browser_hash: string | null;
    expires_at: string;
  };
}
