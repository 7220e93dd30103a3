import { OutboundError } from "./errors.ts";

/** One request of a chain of redirects. */
export type Hop = {
  url: URL;
  method: string;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | null;
};

const REDIRECTS = [301, 302, 303, 307, 308];

// Any header may hold a credential (X-Api-Key, Private-Token …), so another origin gets only these.
const HARMLESS_HEADERS = ["accept", "accept-language", "user-agent"];

/** Returns the address that a response redirects to, or null if it is the answer. */
export function redirectTarget(response: { status: number; headers: { get(name: string): string | null } }) {
  const location = REDIRECTS.includes(response.status) ? response.headers.get("location") : null;
  // Headers arrive decoded as Latin-1; servers send UTF-8.
  return location && Buffer.from(location, "latin1").toString("utf8");
}

/**
 * Returns the request that follows a redirect: method and body as in the Fetch standard ("HTTP-redirect fetch"), but
 * stricter towards another origin, which gets no header that may be a credential. Throws OutboundError when it would
 * get the body, since that may hold a credential too.
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
