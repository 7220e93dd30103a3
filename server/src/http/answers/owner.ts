import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { countedAddress, type Sender } from "../rate-limit.ts";

/** The holder of an answer, to whom the limits on unread answers apply. */
export interface Owner {
  /** The network address, whose large answers are limited in number; null for a trusted proxy that names none. */
  address: string | null;
  /** The credential, the public link or the address whose answers are limited in bytes. */
  party: string;
}

/** Returns the owner of a request's answer: its party is the address unless another one is given. */
export type OwnerOf = (request: FastifyRequest, party?: string) => Owner;

export function answerOwners(trustedProxies: readonly string[]): OwnerOf {
  const isProxyItself = proxiesOf(trustedProxies);
  return (request, party) => {
    const address = countedAddress(request);
    return { address: isProxyItself(request) ? null : address, party: party ?? address };
  };
}

/** Returns a function that returns true for a request of a trusted proxy that it forwards for nobody. */
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
