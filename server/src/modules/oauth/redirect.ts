const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Returns what a person is told of the address to which an app is sent: its host, or its scheme where it has none. */
export function redirectOf(redirectUri: string): { redirectHost: string; localRedirect: boolean } {
  const url = URL.parse(redirectUri);
  if (!url) return { redirectHost: "", localRedirect: false };
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return { redirectHost: url.protocol, localRedirect: true };
  return { redirectHost: url.host, localRedirect: loopback.test(url.hostname) };
}
