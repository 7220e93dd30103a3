import { type ClientMetadata, errors } from "oidc-provider";
import { scopeOf, scopesOf } from "../scope.ts";
import { deviceGrant } from "./clients.ts";

/** Supported metadata. */
const used = new Set([
  ...["application_type", "client_id", "client_id_issued_at", "client_name", "client_secret", "client_uri"],
  ...["client_secret_expires_at", "contacts", "grant_types", "logo_uri", "policy_uri", "redirect_uris"],
  ...["response_modes", "response_types", "scope", "software_id", "token_endpoint_auth_method", "tos_uri"],
]);
const grantTypes = ["authorization_code", "refresh_token", deviceGrant];

/**
 * Removes unsupported metadata (RFC 7591 section 2), so that the answer shows what was registered. Throws if
 * no supported grant or response type is left; wrong types are left to the library.
 */
export function settleMetadata(metadata: ClientMetadata): void {
  for (const [name, value] of Object.entries(metadata)) {
    if (isEmpty(value) || !used.has(name)) delete metadata[name];
    else if (Array.isArray(value)) metadata[name] = value.filter((one) => !isEmpty(one));
  }
  settleScope(metadata);
  settleTypes(metadata);
}

const isEmpty = (value: unknown) => value === null || value === "";

/** No known scope means all, as the maximum; users decide. */
function settleScope(metadata: ClientMetadata): void {
  if (metadata.scope !== undefined && typeof metadata.scope !== "string") return;
  const known = (metadata.scope ?? "").split(/\s+/).filter((one) => one === "read" || one === "write");
  metadata.scope = scopesOf(known.length === 0 ? "write" : scopeOf(known.join(" ")));
}

function settleTypes(metadata: ClientMetadata): void {
  const { redirect_uris: redirects = [] } = metadata;
  const grants = knownOf(metadata.grant_types, grantTypes, "grant_types");
  const responses = knownOf(metadata.response_types, ["code"], "response_types");
  if (!grants || !responses) return;
  if (grants.length === 0) grants.push("authorization_code", "refresh_token");
  const byCode = grants.includes("authorization_code");
  metadata.grant_types = grants;
  // Apps that never redirect, such as device flows, need no response type.
  metadata.response_types = byCode || (responses.length > 0 && redirects.length > 0) ? ["code"] : [];
}

/** Returns the known entries; null unless it is a list of strings. Throws if all are unknown. */
function knownOf(list: unknown, known: readonly string[], name: string): string[] | null {
  if (list === undefined) return [];
  if (!Array.isArray(list) || list.some((one) => typeof one !== "string")) return null;
  const left = known.filter((one) => list.includes(one));
  if (left.length === 0 && list.length > 0)
    throw new errors.InvalidClientMetadata(`${name} must have one of ${known.join(", ")}`);
  return left;
}
