/** What is needed to use a grant, and holds no secret. */
export interface GrantFacts {
  /** The address that the API is called at. */
  baseUrl: string;
  /** The address at which people see Jira's site; null for others. */
  webUrl: string | null;
  /** The id of GitHub's installation that was chosen; null for others. */
  installation: string | null;
}

/** A pair of tokens as a vendor answered it. */
export interface TokenPair {
  access: string;
  /** Null where the vendor gives none: then the access token is all there is. */
  refresh: string | null;
  /** The client's secret, where the service registered itself. */
  clientSecret: string | null;
}

/** The pair with the time at which its access token expires. */
export interface NewTokens {
  pair: TokenPair;
  expiresAt: string | null;
}
