import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { scopeOf, scopesOf } from "./scope.ts";

/**
 * Returns true for what stands for the one resource, the public address: that itself, or the address of the API or of
 * the MCP server, with or without a final slash. Scheme and host may be in any case.
 */
function isOurs(resource: unknown, base: string): boolean {
  const url = URL.parse(String(resource));
  if (!url || /[?#@\s\\]/.test(String(resource))) return false;
  return url.origin === new URL(base).origin && /^\/(?:(?:v1|mcp)\/?)?$/.test(url.pathname);
}

/**
 * Makes the library see one resource, whatever the request called it, and a scope: none counts as `read`, and `write`
 * includes `read`. Throws `invalid_target` for another resource, `invalid_scope` where no scope is one of ours. The
 * library has no hook for that: this runs in the first of its questions that has the parameters.
 */
export function settleParams({ oidc }: KoaContextWithOIDC, base: string): void {
  const { params } = oidc;
  if (!params) return;
  const asked = [params.resource ?? []].flat();
  if (!asked.every((resource) => isOurs(resource, base)))
    throw new errors.InvalidTarget("the resource is not served here");
  if (asked.length > 0) params.resource = base;
  if (oidc.route === "token") return; // A refresh may ask for less than was granted, and names that itself.
  const scopes = String(params.scope ?? "read").split(" ");
  if (!scopes.includes("read") && !scopes.includes("write"))
    throw new errors.InvalidScope("the scopes are read and write", scopes.join(" "));
  params.scope = scopesOf(scopeOf(scopes.join(" ")));
}
