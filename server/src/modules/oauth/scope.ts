import type { Scope } from "@groundplan/contract";

/** The scopes of the API as OAuth writes them; `write` includes `read`. */
export const scopesOf = (scope: Scope): string => (scope === "write" ? "read write" : "read");

/** Returns the one scope that OAuth's list stands for. */
export const scopeOf = (scopes: string | undefined): Scope =>
  (scopes ?? "").split(" ").includes("write") ? "write" : "read";
