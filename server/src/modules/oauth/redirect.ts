const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Schemes without a dot that editors and terminals have claimed for themselves. */
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
 * A private-use scheme is a domain name in reverse order (RFC 8252 section 7.1). `x-apple.…` begins with no top-level
 * domain; `com.apple.…` and `vnd.…` belong to programs that come with a system.
 */
const privateUse = /^(?!com\.apple\.|vnd\.)[a-z]{2,}(?:\.[a-z0-9-]+)+:$/;

/** What browsers drop from an address, or take for a slash: others may read another host there. */
const ambiguous = /[\s\p{Cc}\\]/u;

/** Returns true for an address at which only the app itself can be listening. */
export function leadsToApp(redirectUri: unknown): boolean {
  const url = typeof redirectUri === "string" ? URL.parse(redirectUri) : null;
  if (!url || ambiguous.test(String(redirectUri)) || url.username || url.password || url.href.includes("#"))
    return false;
  if (url.protocol === "https:") return !loopback.test(url.hostname);
  if (url.protocol === "http:") return loopback.test(url.hostname);
  return privateUse.test(url.protocol) || editors.has(url.protocol);
}

/** Returns what a person is told of the address to which an app is sent: its host, or its scheme where it has none. */
export function redirectOf(redirectUri: string): { redirectHost: string; localRedirect: boolean } {
  const url = URL.parse(redirectUri);
  if (!url) return { redirectHost: "", localRedirect: false };
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return { redirectHost: url.protocol, localRedirect: true };
  return { redirectHost: url.host, localRedirect: loopback.test(url.hostname) };
}
