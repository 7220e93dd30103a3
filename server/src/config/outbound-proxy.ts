import ipaddr from "ipaddr.js";
import { ConfigError } from "./config-error.ts";

/** The proxy that calls to other services go through. */
export interface OutboundProxy {
  /** Its address, which may hold a user name and a password. */
  url: string;
  /** The hosts that are called directly: `*`, names with all below them, addresses and networks, each with a port or without. */
  direct: readonly string[];
}

/** Reads the proxy and the hosts that are called directly. No message repeats the proxy's address. */
export function outboundProxy(text: (name: string) => string | null): OutboundProxy | null {
  const direct = directHosts(text("GROUNDPLAN_OUTBOUND_NO_PROXY"));
  const value = text("GROUNDPLAN_OUTBOUND_PROXY");
  if (value === null) return null;
  const url = URL.parse(value);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== "/" ||
    url.search ||
    url.hash ||
    !isReadable(url)
  )
    throw new ConfigError(
      "GROUNDPLAN_OUTBOUND_PROXY is not the address of a proxy, such as http://proxy.example.com:3128 or http://name:password@proxy.example.com:3128. Correct it, or leave it out.",
    );
  return { url: url.href, direct };
}

/** Returns false where the name or the password is encoded wrongly: a % in it is written %25. */
function isReadable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

function directHosts(value: string | null): string[] {
  const entries = (value ?? "").split(",").flatMap((entry) => entry.trim().toLowerCase() || []);
  for (const entry of entries)
    if (entry !== "*" && !ipaddr.isValidCIDR(entry) && !ipaddr.isValid(entry) && !host.test(entry))
      throw new ConfigError(
        `GROUNDPLAN_OUTBOUND_NO_PROXY holds ${JSON.stringify(entry)}. List hosts, addresses or networks, such as localhost,.example.com,10.0.0.0/8.`,
      );
  return entries;
}

const host = /^(?:\*?\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/;
