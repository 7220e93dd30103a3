import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { scopeOf, scopesOf } from "./scope.ts";

/** Returns the addresses that are taken for the one resource, the public address (decisions section 7). */
const resourcesOf = (base: string) => [base, `${base}/`, `${base}/v1`, `${base}/mcp`];

/**
 * Makes the library see one resource, whatever the request called it, and a scope: none counts as `read`, and `write`
 * includes `read`. Throws `invalid_target` for another resource, `invalid_scope` where no scope is one of ours. The
 * library has no hook for that: this runs in the first of its questions that has the parameters.
 */
export function settleParams({ oidc }: KoaContextWithOIDC, base: string): void {
  const { params } = oidc;
  if (!params) return;
  const asked = [params.resource ?? []].flat();
  if (asked.some((resource) => !resourcesOf(base).includes(String(resource))))
    throw new errors.InvalidTarget("the resource is not served here");
  if (asked.length > 0) params.resource = base;
  if (oidc.route === "token") return; // A refresh may ask for less than was granted, and names that itself.
  const scopes = String(params.scope ?? "read").split(" ");
  if (!scopes.includes("read") && !scopes.includes("write"))
    throw new errors.InvalidScope("the scopes are read and write", scopes.join(" "));
  params.scope = scopesOf(scopeOf(scopes.join(" ")));
}
