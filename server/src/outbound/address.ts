import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import type { AllowPrivateNetwork } from "../config/private-network.ts";

type Address = ReturnType<typeof ipaddr.process>;

// Ranges that a self-hoster may use internally. Other special ranges stay closed: they reach nothing useful
// or embed another address.
const PRIVATE = ["private", "loopback", "uniqueLocal", "carrierGradeNat"];

// Cloud metadata addresses besides link-local 169.254.0.0/16 and fe80::/10.
const METADATA = [
  "100.100.100.200/32", // Alibaba
  "fd00:100::100:200/128", // Alibaba
  "168.63.129.16/32", // Azure
  "fd00:ec2::/32", // AWS: instance metadata, pod identity, DNS
  "fd20:ce::254/128", // Google
  "fd00:a9fe:a9fe::1/128", // Linode
  "fd00:c1::a9fe:a9fe/128", // Oracle
  "fd00:42::42/128", // Scaleway
].map((cidr) => ipaddr.parseCIDR(cidr));

// IANA has assigned only 2000::/3; ipaddr.js calls the rest unicast too.
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Returns a test for IP addresses (text without brackets) that may be connected to. */
export function allowedBy(allowPrivateNetwork: AllowPrivateNetwork): (address: string) => boolean {
  const listed =
    typeof allowPrivateNetwork === "boolean"
      ? []
      : allowPrivateNetwork.map((network) => ipaddr.parseCIDR(network));
  const isOpen = (ip: Address) => allowPrivateNetwork === true || listed.some((range) => isIn(ip, range));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const ip = ipaddr.process(address); // ::ffff:127.0.0.1 becomes 127.0.0.1
    if (METADATA.some((range) => isIn(ip, range))) return false;
    if (!isPublic(ip)) return PRIVATE.includes(ip.range()) && isOpen(ip);
    return !isOwn(ip) || isOpen(ip);
  };
}

function isPublic(ip: Address): boolean {
  return ip.range() === "unicast" && (ip.kind() === "ipv4" || isIn(ip, GLOBAL_IPV6));
}

/** Tests for the machine's own addresses, which bypass its firewall like loopback. */
function isOwn(ip: Address): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => ipaddr.process(address).toString() === ip.toString());
}

function isIn(ip: Address, [network, bits]: [Address, number]): boolean {
  return ip.kind() === network.kind() && ip.match(network, bits);
}
