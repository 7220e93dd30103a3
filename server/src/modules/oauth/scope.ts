import type { Scope } from "@groundplan/contract";

/** Returns OAuth scopes; `write` includes `read`. */
export const scopesOf = (scope: Scope): string => (scope === "write" ? "read write" : "read");

/** Returns what a person grants to an app, which never gets more than it asked for. */
export const grantedScope = (asked: Scope, chosen: Scope | undefined): Scope =>
  chosen === "read" ? "read" : asked;

/** Returns the API scope for a list of OAuth scopes. */
export const scopeOf = (scopes: string | undefined): Scope =>
  (scopes ?? "").split(" ").includes("write") ? "write" : "read";
