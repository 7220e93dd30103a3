import type { VendorFacts } from "../../trackers/oauth.ts";

/** Public facts for using a grant. */
export type GrantFacts = VendorFacts | ServerFacts;

export interface ServerFacts {
  kind: "server";
  /** The MCP server's URL; its tokens go nowhere else. */
  url: string;
  /** The resource of the tokens (RFC 8707). */
  resource: string;
  /** The relevant metadata. */
  server: KnownServer;
  clientId: string;
  clientAuth: "none" | "client_secret_post" | "client_secret_basic";
}

export interface KnownServer {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint?: string;
  authorization_response_iss_parameter_supported?: boolean;
}

export interface Tokens {
  access: string;
  /** Null if the vendor issues none. */
  refresh: string | null;
  /** The client's secret, if dynamically registered. */
  clientSecret: string | null;
}

export interface GrantedTokens {
  tokens: Tokens;
  expiresAt: string | null;
}
