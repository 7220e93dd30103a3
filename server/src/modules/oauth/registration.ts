import { type ClientMetadata, errors } from "oidc-provider";
import { hasOwnName } from "./clients.ts";

/** The most characters of what an app says about itself, as JSON. */
const mostCharacters = 8 * 1024;
const mostRedirects = 20;
/**
 * Schemes that lead to no app: the browser opens them itself, a program for mail, calls or settings does, or another
 * page (`web+…`). Apps have schemes of their own, with a dot in them or, like some editors, without.
 */
const notOfAnApp =
  /^(?:about|blob|callto|chrome|data|facetime.*|feed|file|filesystem|ftp|intent|jar|javascript|mailto|ms-.*|resource|search-ms|sips?|skype|sms|tel|vbscript|view-source|wss?|web\+.*):$/;

/** This is what browsers drop from an address, or take for a slash: others may read another host there. */
const ambiguous = /[\s\p{Cc}\\]/u;

/**
 * Checks what an app says about itself, whether it registers or a document says it, and sets what it has no choice in.
 * Every app is taken for a native one: so a redirect to a loopback address may use any port (RFC 8252), http is for
 * loopback addresses only, and everything else has to be exactly as registered.
 */
export function checkMetadata(metadata: ClientMetadata): void {
  if (JSON.stringify(metadata).length > mostCharacters)
    throw new errors.InvalidClientMetadata(`the metadata is longer than ${mostCharacters} characters`);
  checkRedirects(metadata.redirect_uris);
  if (metadata.jwks !== undefined || metadata.jwks_uri !== undefined)
    throw new errors.InvalidClientMetadata("keys of clients are not supported");
  // The library would fetch the address, whoever's it is.
  if (metadata.sector_identifier_uri !== undefined)
    throw new errors.InvalidClientMetadata("sector_identifier_uri is not supported");
  if (hasOwnName(metadata))
    throw new errors.InvalidClientMetadata(`the client_name ${metadata.client_name} belongs to another app`);
  metadata.application_type = "native";
  metadata.response_modes = ["query"];
}

/** Checks the addresses to which an app may be sent. The library says what is wrong where they are no list of texts. */
function checkRedirects(uris: unknown): void {
  if (!Array.isArray(uris)) return;
  if (uris.length > mostRedirects)
    throw new errors.InvalidClientMetadata(`more than ${mostRedirects} redirect_uris`);
  for (const uri of uris) {
    const url = URL.parse(String(uri));
    if (!url) continue;
    if (notOfAnApp.test(url.protocol))
      throw new errors.InvalidRedirectUri(
        "redirect_uris lead to the app: by https, a loopback address or its own scheme",
      );
    if (ambiguous.test(String(uri)) || url.username || url.password)
      throw new errors.InvalidRedirectUri(
        "redirect_uris have no user name or password, space, control character or backslash",
      );
  }
}
