import ipaddr from "ipaddr.js";

/** The sender of a request: the address that a trusted proxy forwarded, or else the socket's own. */
export interface Sender {
  ip: string;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Returns the address that counts. Some proxies forward a port with the address, which does not count. A text that is
 * no address counts as the proxy that forwarded it: a sender could write a new one into each request.
 */
export const countedAddress = ({ ip, socket }: Sender): string =>
  networkOf(ip) ?? networkOf(socket.remoteAddress ?? "") ?? "";

/**
 * Returns what counts of an address, null for a text that is none: an IPv6 host has a whole /64 to send from (decisions
 * section 1, rate limits), so its network counts. An IPv4 address written as IPv6 counts as IPv4.
 */
function networkOf(text: string): string | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  const address = withPort.exec(text)?.slice(1).find(Boolean) ?? text;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address;
  if (!ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(":")}/64` : parsed.toString();
}

const withPort = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;
