import type { Scope } from "@groundplan/contract";

/** Returns OAuth scopes; `write` includes `read`. */
export const scopesOf = (scope: Scope): string => (scope === "write" ? "read write" : "read");

/** Returns the API scope for a list of OAuth scopes. */
export const scopeOf = (scopes: string | undefined): Scope =>
  (scopes ?? "").split(" ").includes("write") ? "write" : "read";
