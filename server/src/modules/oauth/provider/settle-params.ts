import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { scopeOf, scopesOf } from "../scope.ts";

/**
 * Tests for a name of our single resource: the public address, or the API's or MCP endpoint's, with or
 * without trailing slash.
 */
function isOurs(resource: unknown, base: string): boolean {
  const url = URL.parse(String(resource));
  if (!url || /[?#@\s\\]/.test(String(resource))) return false;
  return url.origin === new URL(base).origin && /^\/(?:(?:v1|mcp)\/?)?$/.test(url.pathname);
}

/**
 * Normalizes resource and scope (default `read`) for the library. Throws `invalid_target` for other resources
 * and `invalid_scope` without a known scope. Runs in the first callback that has the parameters.
 */
export function settleParams({ oidc }: KoaContextWithOIDC, base: string): void {
  const { params } = oidc;
  if (!params) return;
  const asked = [params.resource ?? []].flat();
  if (!asked.every((resource) => isOurs(resource, base)))
    throw new errors.InvalidTarget("the resource is not served here");
  if (asked.length > 0) params.resource = base;
  if (oidc.route === "token") return; // A refresh may narrow the granted scope.
  const scopes = String(params.scope ?? "read").split(" ");
  if (!scopes.includes("read") && !scopes.includes("write"))
    throw new errors.InvalidScope("the scopes are read and write", scopes.join(" "));
  params.scope = scopesOf(scopeOf(scopes.join(" ")));
}
