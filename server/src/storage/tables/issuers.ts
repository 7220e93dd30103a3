export interface IssuerTables {
  /** A person's account at an issuer. Issuer and subject name it; an address never does. */
  linked_issuers: { id: string; issuer: string; subject: string; user_id: string; created_at: string };
  /** A way to the issuer and back that a browser has begun. */
  issuer_flows: {
    state_hash: string;
    /** The hash of the secret in the browser's cookie. The nonce and the code verifier follow from that secret. */
    browser_hash: string;
    /** The session that links the account; null for a sign-in. */
    session_id: string | null;
    /** The hash of the invite's link that is accepted on the way. */
    invite_hash: string | null;
    return_to: string;
    expires_at: string;
  };
}
