import { type ClientMetadata, errors } from "oidc-provider";
import { deviceGrant, hasOwnName } from "./clients.ts";
import { leadsToApp } from "./redirect.ts";
import { settleMetadata } from "./settle-metadata.ts";

/** The most characters of what an app says about itself, as JSON. */
const mostCharacters = 8 * 1024;
const mostRedirects = 20;

/**
 * Checks what an app says about itself, whether it registers or a document says it, and sets what it has no choice in.
 * Every app is taken for a native one: so a redirect to a loopback address may use any port (RFC 8252), http is for
 * loopback addresses only, and everything else has to be exactly as registered.
 */
export function checkMetadata(metadata: ClientMetadata, isRegistration: boolean): void {
  if (JSON.stringify(metadata).length > mostCharacters)
    throw new errors.InvalidClientMetadata(`the metadata is longer than ${mostCharacters} characters`);
  if (metadata.jwks || metadata.jwks_uri)
    throw new errors.InvalidClientMetadata("keys of clients are not supported");
  // The library would fetch the address, whoever's it is.
  if (metadata.sector_identifier_uri)
    throw new errors.InvalidClientMetadata("sector_identifier_uri is not supported");
  if (hasOwnName(metadata))
    throw new errors.InvalidClientMetadata(`the client_name ${metadata.client_name} belongs to another app`);
  settleMetadata(metadata);
  // The library would refuse a request for `openid`, which it always knows; ours leaves it out (`settle-params.ts`).
  if (!isRegistration && typeof metadata.scope === "string") metadata.scope += " openid";
  checkRedirects(metadata);
  metadata.application_type = "native";
  metadata.response_modes = ["query"];
}

/**
 * Leaves out the addresses that do not lead to the app; throws where none is left. The library says what is wrong where
 * they are no list of texts.
 */
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
 * Returns a stored app without the addresses that were taken when it registered and are not any more. One that has none
 * left can't be let in again, while its connections go on.
 */
export function withoutBadRedirects(stored: ClientMetadata): ClientMetadata {
  const redirect_uris = (stored.redirect_uris ?? []).filter(leadsToApp);
  if (redirect_uris.length > 0) return { ...stored, redirect_uris };
  const grant_types = (stored.grant_types ?? []).filter((type) => type === deviceGrant);
  return { ...stored, redirect_uris, response_types: [], grant_types: ["refresh_token", ...grant_types] };
}
