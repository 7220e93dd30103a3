export interface IssuerTables {
  /** A user's account at an issuer, identified by issuer and subject, never by address. */
  linked_issuers: { id: string; issuer: string; subject: string; user_id: string; created_at: string };
  /** A sign-in through the issuer in progress. */
  issuer_flows: {
    state_hash: string;
    /** Hash of the cookie's secret, from which nonce and code verifier derive. */
    browser_hash: string;
    /** The session that links the account; null for a sign-in. */
    session_id: string | null;
    /** Hash of the invite link to accept along the way. */
    invite_hash: string | null;
    return_to: string;
    expires_at: string;
  };
}
