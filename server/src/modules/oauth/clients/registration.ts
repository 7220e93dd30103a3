import { type ClientMetadata, errors } from "oidc-provider";
import { deviceGrant, hasOwnName } from "./clients.ts";
import { leadsToApp } from "./redirect.ts";
import { settleMetadata } from "./settle-metadata.ts";

/** Characters of an app's metadata as JSON. */
const mostCharacters = 8 * 1024;
const mostRedirects = 20;

/**
 * Validates and completes an app's metadata, registered or fetched. All apps count as native: loopback
 * redirects may use any port (RFC 8252), http is for loopback only, others must match exactly.
 */
export function checkMetadata(metadata: ClientMetadata, isRegistration: boolean): void {
  if (JSON.stringify(metadata).length > mostCharacters)
    throw new errors.InvalidClientMetadata(`the metadata is longer than ${mostCharacters} characters`);
  if (metadata.jwks || metadata.jwks_uri)
    throw new errors.InvalidClientMetadata("keys of clients are not supported");
  // The library would fetch this arbitrary address.
  if (metadata.sector_identifier_uri)
    throw new errors.InvalidClientMetadata("sector_identifier_uri is not supported");
  if (hasOwnName(metadata))
    throw new errors.InvalidClientMetadata(`the client_name ${metadata.client_name} belongs to another app`);
  settleMetadata(metadata);
  // The library refuses unlisted `openid` requests; ours drops the scope (`settle-params.ts`).
  if (!isRegistration && typeof metadata.scope === "string") metadata.scope += " openid";
  checkRedirects(metadata);
  metadata.application_type = "native";
  metadata.response_modes = ["query"];
}

/** Removes unsafe redirects; throws if none are left. The library reports other types. */
function checkRedirects(metadata: ClientMetadata): void {
  const uris: unknown = metadata.redirect_uris;
  if (!Array.isArray(uris) || uris.some((uri) => typeof uri !== "string")) return;
  if (uris.length > mostRedirects)
    throw new errors.InvalidClientMetadata(`more than ${mostRedirects} redirect_uris`);
  metadata.redirect_uris = uris.filter(leadsToApp);
  if (uris.length > 0 && metadata.redirect_uris.length === 0)
    throw new errors.InvalidClientMetadata(
      "redirect_uris must be https, http to a loopback address, or a private-use scheme such as com.example.app, without a user name, fragment, space or backslash",
    );
}

/**
 * Returns a stored app without redirects that are no longer accepted. Without any, it can't be authorized
 * again, but its connections continue.
 */
export function withoutBadRedirects(stored: ClientMetadata): ClientMetadata {
  const redirect_uris = (stored.redirect_uris ?? []).filter(leadsToApp);
  if (redirect_uris.length > 0) return { ...stored, redirect_uris };
  const grant_types = (stored.grant_types ?? []).filter((type) => type === deviceGrant);
  return { ...stored, redirect_uris, response_types: [], grant_types: ["refresh_token", ...grant_types] };
}
