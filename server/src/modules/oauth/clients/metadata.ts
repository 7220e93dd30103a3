import { deviceGrant } from "./clients.ts";

/**
 * Returns RFC 8414 metadata. The library's would name unserved parts of OpenID Connect and require loading
 * it. A test compares both.
 */
export const serverMetadata = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/oauth/authorize`,
  token_endpoint: `${base}/oauth/token`,
  revocation_endpoint: `${base}/oauth/revoke`,
  registration_endpoint: `${base}/oauth/register`,
  device_authorization_endpoint: `${base}/oauth/device_authorization`,
  scopes_supported: ["read", "write"],
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token", deviceGrant],
  token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  revocation_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [base],
});

/** Returns RFC 9728 metadata of a resource. */
export const resourceMetadata = (base: string, path: "" | "/v1" | "/mcp") => ({
  resource: base + path,
  resource_name: "Groundplan",
  authorization_servers: [base],
  scopes_supported: ["read", "write"],
  bearer_methods_supported: ["header"],
});
