import ipaddr from "ipaddr.js";
import { ProxyAgent } from "undici";
import type { OutboundProxy } from "../config/outbound-proxy.ts";

/** A proxy's connections. TLS uses CONNECT; plain HTTP sends the absolute address. */
export interface OpenProxy {
  agent: ProxyAgent;
  /** Tests whether an address is called through the proxy. */
  carries(url: URL): boolean;
}

export function openProxy({ url, direct }: OutboundProxy, deadlineMs: number): OpenProxy {
  const agent = new ProxyAgent({
    uri: url,
    proxyTunnel: false,
    connectTimeout: deadlineMs,
    allowH2: false,
    // The call's deadline covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { agent, carries: (called) => !direct.some((entry) => covers(entry, called)) };
}

/** Tests whether a list entry matches an address's host. */
function covers(entry: string, url: URL): boolean {
  if (entry === "*") return true;
  const called = url.hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(called)) return coversAddress(entry, called, portOf(url));
  const [, name = "", port] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry) ?? [];
  const isNamed = called === name || called.endsWith(`.${name}`);
  return isNamed && (port === undefined || port === portOf(url));
}

function coversAddress(entry: string, called: string, calledPort: string): boolean {
  const [, host = "", port] = entry.startsWith("[")
    ? (/^\[(.+)\](?::(\d+))?$/.exec(entry) ?? [])
    : (/^([^:]+):(\d+)$/.exec(entry) ?? [entry, entry]);
  if (port !== undefined && port !== calledPort) return false;
  const address = ipaddr.process(called);
  if (ipaddr.isValidCIDR(host)) {
    const [network, bits] = ipaddr.parseCIDR(host);
    return network.kind() === address.kind() && address.match(network, bits);
  }
  return ipaddr.isValid(host) && ipaddr.process(host).toString() === address.toString();
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");
