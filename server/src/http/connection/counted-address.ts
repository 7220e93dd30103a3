import ipaddr from "ipaddr.js";

/** The sender: the address forwarded by a trusted proxy, or the socket's. */
export interface Sender {
  ip: string;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Returns the counted address, without a forwarded port. Malformed forwarded values count as the proxy, since
 * senders could vary them.
 */
export const countedAddress = ({ ip, socket }: Sender): string =>
  networkOf(ip) ?? networkOf(socket.remoteAddress ?? "") ?? "";

/**
 * Normalizes an address, null if malformed: IPv6 to its /64, which one host owns (decisions section 1, rate
 * limits), and mapped IPv4 to IPv4.
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
