import { isIP } from "node:net";
import { OutboundError } from "./errors.ts";
import type { Hop } from "./redirect.ts";

/**
 * Returns a call's first request, normalized by the platform's Request, with its body in memory for
 * redirects. Throws OutboundError `bad_url`; the platform's errors would quote headers.
 */
export async function firstHop(input: string | URL, init: RequestInit): Promise<Hop> {
  const url = URL.parse(String(input));
  if (!url) throw new OutboundError("bad_url");
  checkUrl(url, () => true);
  let request: Request;
  try {
    request = new Request(url, { ...init, signal: null });
  } catch {
    throw new OutboundError("bad_url", "or its method, headers or body are malformed");
  }
  const headers = new Headers(request.headers);
  if (!headers.has("user-agent")) headers.set("user-agent", "groundplan");
  return { url, method: request.method, headers, body: await bodyOf(init, request) };
}

/** Reads the body. Strings stay strings, since bytes would be copied three times. */
async function bodyOf({ body }: RequestInit, request: Request): Promise<Hop["body"]> {
  if (typeof body === "string") return body;
  return request.body && new Uint8Array(await request.arrayBuffer());
}

/**
 * Throws OutboundError unless the address is http(s) without credentials, and an IP literal is allowed:
 * sockets don't look literals up. URL has normalized forms like 127.1.
 */
export function checkUrl(url: URL, allowed: (address: string) => boolean): void {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new OutboundError("bad_url");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !allowed(host)) throw new OutboundError("blocked_address");
}
