import { isIP } from "node:net";
import { OutboundError } from "./errors.ts";
import type { Hop } from "./redirect.ts";

/**
 * Returns the first request of a call. The platform's Request sorts out all forms of headers and bodies; the body is
 * read into memory, so that it can be sent again after a redirect. Throws OutboundError `bad_url`; the platform's own
 * errors would quote headers.
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

/** Reads the body. A text stays a text: as bytes it would be copied three times. */
async function bodyOf({ body }: RequestInit, request: Request): Promise<Hop["body"]> {
  if (typeof body === "string") return body;
  return request.body && new Uint8Array(await request.arrayBuffer());
}

/**
 * Throws OutboundError unless the address is http or https, without user name or password, and its
 * host, where it is an IP literal, allowed: sockets don't look literals up, so a lookup can't check
 * them. URL has normalised 127.1, 0x7f.1 and the like.
 */
export function checkUrl(url: URL, allowed: (address: string) => boolean): void {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new OutboundError("bad_url");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !allowed(host)) throw new OutboundError("blocked_address");
}
