/** These hosts are reached as `localhost` from the machine itself. */
const everywhereOrHere = ["127.0.0.1", "0.0.0.0", "::", "::1"];

/** Returns the address of a service that listens on a host and a port, where no public one is set. */
export function localAddress(host: string, port: number): string {
  const name = everywhereOrHere.includes(host) ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
