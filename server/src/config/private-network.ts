import ipaddr from "ipaddr.js";
import { ConfigError } from "./config-error.ts";

/** Private networks that calls to users' addresses may reach: all, none, or the listed ones. */
export type AllowPrivateNetwork = boolean | readonly string[];

const name = "GROUNDPLAN_ALLOW_PRIVATE_NETWORK";

/** Parses `1`, `0` or a list of addresses and networks. */
export function allowPrivateNetwork(value: string | null): AllowPrivateNetwork {
  if (value === null || value === "0") return false;
  if (value === "1") return true;
  return value.split(",").map((entry) => networkOf(entry.trim()));
}

function networkOf(entry: string): string {
  if (ipaddr.isValidCIDR(entry)) return entry;
  // ipaddr.js accepts bare numbers.
  if (/[.:]/.test(entry) && ipaddr.isValid(entry))
    return `${entry}/${ipaddr.parse(entry).kind() === "ipv4" ? 32 : 128}`;
  throw new ConfigError(
    `${name} holds ${JSON.stringify(entry)}. Set it to 1 for all private networks, to 0 for none, or to a list of networks such as 10.0.0.0/8,192.168.7.20.`,
  );
}
