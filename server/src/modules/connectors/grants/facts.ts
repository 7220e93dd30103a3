/** The facts that the use of a grant needs, and that hold no secret: of a tracker's vendor, or of an MCP server. */
export type GrantFacts = VendorFacts | ServerFacts;

export interface VendorFacts {
  kind: "vendor";
  /** The address that the API is called at. */
  baseUrl: string;
  /** The address at which people see Jira's site; null for others. */
  webUrl: string | null;
  /** The id of GitHub's installation that was chosen; null for others. */
  installation: string | null;
}

export interface ServerFacts {
  kind: "server";
  /** The address of the MCP server: its tokens go to no other. */
  url: string;
  /** The resource that the tokens are for (RFC 8707). */
  resource: string;
  /** The authorization server's word on itself, as far as it is needed again. */
  server: KnownServer;
  clientId: string;
  /** The way in which this service proves that it is the client. */
  clientAuth: "none" | "client_secret_post" | "client_secret_basic";
}

export interface KnownServer {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint?: string;
  authorization_response_iss_parameter_supported?: boolean;
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
