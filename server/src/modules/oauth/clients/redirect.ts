const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Undotted schemes owned by editors and terminals. */
const editors = new Set(
  [
    ...[
      "antigravity",
      "code-oss",
      "cursor",
      "cursor-nightly",
      "fleet",
      "jetbrains",
      "kiro",
      "positron",
      "trae",
    ],
    ...["vscode", "vscode-insiders", "vscodium", "warp", "windsurf", "windsurf-next", "zed"],
  ].map((name) => `${name}:`),
);

/**
 * A private-use scheme is a reversed domain name (RFC 8252 section 7.1). `com.apple.…`, `microsoft.windows.…`
 * and `vnd.…` belong to system programs.
 */
const privateUse = /^(?!com\.apple\.|microsoft\.windows\.|vnd\.)[a-z]{2,}(?:\.[a-z0-9-]+)+:$/;

/** Characters that browsers drop or treat as slashes, which could hide another host. */
const ambiguous = /[\s\p{Cc}\\]/u;

/** Tests for an address at which only the app itself can listen. */
export function leadsToApp(redirectUri: unknown): boolean {
  const url = typeof redirectUri === "string" ? URL.parse(redirectUri) : null;
  if (!url || ambiguous.test(String(redirectUri)) || url.username || url.password || url.href.includes("#"))
    return false;
  if (url.protocol === "https:") return !loopback.test(url.hostname);
  if (url.protocol === "http:") return loopback.test(url.hostname);
  return privateUse.test(url.protocol) || editors.has(url.protocol);
}

/** Returns the redirect's description: its host, or its scheme if it has none. */
export function redirectOf(redirectUri: string): { redirectHost: string; localRedirect: boolean } {
  const url = URL.parse(redirectUri);
  if (!url) return { redirectHost: "", localRedirect: false };
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return { redirectHost: url.protocol, localRedirect: true };
  return { redirectHost: url.host, localRedirect: loopback.test(url.hostname) };
}
