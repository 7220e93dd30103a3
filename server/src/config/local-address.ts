/** Hosts reachable as `localhost` from the machine itself. */
const everywhereOrHere = ["127.0.0.1", "0.0.0.0", "::", "::1"];

/** Returns a listening service's address, if no public one is set. */
export function localAddress(host: string, port: number): string {
  const name = everywhereOrHere.includes(host) ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
