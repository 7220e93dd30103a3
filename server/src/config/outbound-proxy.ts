import ipaddr from "ipaddr.js";
import { ConfigError } from "./config-error.ts";

/** Proxy of outgoing calls. */
export interface OutboundProxy {
  /** May contain credentials. */
  url: string;
  /** Hosts called directly: `*`, names with subdomains, addresses and networks, optionally with a port. */
  direct: readonly string[];
}

/** Reads the proxy and direct hosts. Errors never repeat the proxy's address. */
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

/** Rejects malformed percent-encoding of credentials. */
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
