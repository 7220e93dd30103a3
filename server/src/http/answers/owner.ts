import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { countedAddress, type Sender } from "../connection/counted-address.ts";

/** Who unread answers count for. */
export interface Owner {
  /** Network address, with a limited number of large answers; null for an anonymous trusted proxy. */
  address: string | null;
  /** Credential, public link or address, with limited bytes. */
  party: string;
}

/** Returns a request's owner; the party defaults to the address. */
export type OwnerOf = (request: FastifyRequest, party?: string) => Owner;

export function answerOwners(trustedProxies: readonly string[]): OwnerOf {
  const isProxyItself = proxiesOf(trustedProxies);
  return (request, party) => {
    const address = countedAddress(request);
    return { address: isProxyItself(request) ? null : address, party: party ?? address };
  };
}

/** Returns a test for a trusted proxy's request without a forwarded address. */
function proxiesOf(trusted: readonly string[]): (sender: Sender) => boolean {
  if (trusted.length === 0) return () => false;
  const networks = trusted.map((entry) => ipaddr.parseCIDR(entry.includes("/") ? entry : hostNetwork(entry)));
  return ({ ip, socket: { remoteAddress } }) => {
    if (remoteAddress === undefined || ip !== remoteAddress) return false;
    const address = ipaddr.process(remoteAddress);
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits),
    );
  };
}

const hostNetwork = (address: string) => `${address}/${ipaddr.IPv4.isValid(address) ? 32 : 128}`;
