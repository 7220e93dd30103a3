import { OutboundError } from "./errors.ts";

/** A request in a chain of redirects. */
export type Hop = {
  url: URL;
  method: string;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | null;
};

const REDIRECTS = [301, 302, 303, 307, 308];

// Any header may be a credential, so other origins get only these.
const HARMLESS_HEADERS = ["accept", "accept-language", "user-agent"];

/** Returns a response's redirect target, or null. */
export function redirectTarget(response: { status: number; headers: { get(name: string): string | null } }) {
  const location = REDIRECTS.includes(response.status) ? response.headers.get("location") : null;
  // Headers are decoded as Latin-1, but servers send UTF-8.
  return location && Buffer.from(location, "latin1").toString("utf8");
}

/**
 * Returns the request after a redirect as in the Fetch standard, but another origin gets no possible
 * credentials. Throws OutboundError if it would get the body, which may hold some too.
 */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = URL.parse(location, hop.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new OutboundError("redirect", "but that is no http or https address");

  const becomesGet =
    (status === 303 && hop.method !== "GET" && hop.method !== "HEAD") ||
    ((status === 301 || status === 302) && hop.method === "POST");
  const method = becomesGet ? "GET" : hop.method;
  const body = becomesGet ? null : hop.body;
  const sameOrigin = url.origin === hop.url.origin;
  if (body !== null && !sameOrigin)
    throw new OutboundError("redirect", "what was sent is not passed on to another host");

  const headers = new Headers(
    [...hop.headers].filter(([name]) =>
      sameOrigin ? !(becomesGet && name.startsWith("content-")) : HARMLESS_HEADERS.includes(name),
    ),
  );
  return { url, method, headers, body };
}
