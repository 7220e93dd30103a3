import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import type { AllowPrivateNetwork } from "../config/private-network.ts";
import { allowedBy } from "./address.ts";

const firstPrivate = ["10.0.0.0", "172.16.0.0", "192.168.0.0", "127.0.0.0", "100.64.0.0", "::1", "fc00::"];

/** Returns a message for each listed network without effect. */
export function closedNetworks(allowPrivateNetwork: AllowPrivateNetwork): string[] {
  if (typeof allowPrivateNetwork === "boolean") return [];
  return allowPrivateNetwork.flatMap((network) => {
    const why = whyClosed(network);
    return why === null
      ? []
      : `GROUNDPLAN_ALLOW_PRIVATE_NETWORK opens nothing with ${network}: ${why}. Take it out, or correct it.`;
  });
}

function whyClosed(network: string): string | null {
  const range = ipaddr.parseCIDR(network);
  const kind = range[0].kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  const first = kind.networkAddressFromCIDR(network);
  const ends = [first, kind.broadcastAddressFromCIDR(network)].map((address) => address.toString());
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const inside = [...firstPrivate, ...own.map(({ address }) => address)].filter((address) => {
    const ip = ipaddr.parse(address);
    return ip.kind() === range[0].kind() && ip.match(range);
  });
  const isOpen = allowedBy([network]);
  const isOpenAnyway = allowedBy(false);
  if ([...ends, ...inside].some((address) => isOpen(address) && !isOpenAnyway(address))) return null;
  if (first.range() === "ipv4Mapped")
    return "IPv4 addresses are listed in their own form, such as 10.0.0.0/8";
  if (ends.some(isOpenAnyway)) return "it holds no private addresses, and public ones are open without it";
  return "link-local and metadata addresses, and those that are reserved or lead to others, are never open";
}
