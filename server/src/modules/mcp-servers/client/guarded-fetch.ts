import type { Outbound } from "../../../outbound/client.ts";
import { OutboundError } from "../../../outbound/errors.ts";
import { measured } from "../../../outbound/measured.ts";
import { redirectTarget } from "../../../outbound/redirect.ts";
import type { Observed } from "../../../tracer.ts";
import { bodyWithoutNulls } from "./without-nulls.ts";

/** The facts that were heard of a server, from which its failures are told. */
export interface Heard {
  /** The first call or body that failed. */
  failure: OutboundError | null;
  /** The last status that was no success; null while there was none. */
  status: number | null;
  /** The `WWW-Authenticate` of a 401. */
  challenge: string | null;
  /** True once it has answered the greeting: from then on it is an MCP server, whatever fails. */
  isGreeted: boolean;
}

export type Services = { outbound: Outbound } & Observed;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The most requests of a conversation: a server that asks us for things again and again would have each of them answered. */
const mostCalls = 100;

/**
 * Returns a fetch for one conversation with a server: all its answers together have at most `maxBytes`, redirects are
 * not followed, and no stream stays open beside the requests. `onFailure` is called when an answer breaks off, so that
 * nobody waits for the rest.
 */
export function guardedFetch(
  services: Services,
  maxBytes: number,
  onFailure: (failure: OutboundError) => void,
): { fetch: Fetch; heard: Heard } {
  const call = measured(services, "mcp", services.outbound.fetch);
  const heard: Heard = { failure: null, status: null, challenge: null, isGreeted: false };
  let left = maxBytes;
  let calls = 0;
  const note = (error: unknown) => {
    if (!(error instanceof OutboundError)) return;
    heard.failure ??= error;
    onFailure(error);
  };
  async function* counted(body: ReadableStream<Uint8Array>) {
    try {
      for await (const chunk of body) {
        left -= chunk.byteLength;
        if (left < 0) throw new OutboundError("too_large");
        yield chunk;
      }
    } catch (error) {
      note(error);
      throw error;
    }
  }
  const fetch: Fetch = async (url, init = {}) => {
    // What a server has to say beside its answers is not for us.
    if ((init.method ?? "GET") === "GET") return new Response(null, { status: 405 });
    try {
      if (++calls > mostCalls) throw new OutboundError("too_large");
      const response = await call(url, { ...init, redirect: "manual", maxBytes: Math.max(0, left) });
      if (response.status >= 300 && response.status < 400)
        throw new OutboundError("redirect", redirectWords(response, url));
      if (!response.ok) {
        heard.status = response.status;
        heard.challenge = response.headers.get("www-authenticate");
      }
      const { status, statusText, headers } = response;
      const isEvents = /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
      const body = response.body && ReadableStream.from(bodyWithoutNulls(counted(response.body), isEvents));
      return new Response(body, { status, statusText, headers });
    } catch (error) {
      note(error);
      throw error;
    }
  };
  return { fetch, heard };
}

/** Names the address that a redirect leads to: its host and path only, since a query may hold a secret. */
function redirectWords(response: Response, from: string | URL): string {
  const target = redirectTarget(response);
  const to = target === null ? null : URL.parse(target, from);
  if (!to || !/^https?:$/.test(to.protocol)) return "it redirects, but to no web address";
  const { origin, pathname } = to;
  const path = pathname.length > mostPath ? `${pathname.slice(0, mostPath)}…` : pathname;
  return `it redirects to ${origin}${path}; use that address if you trust it`;
}

/** The most characters that are shown of the path that a redirect leads to. */
const mostPath = 300;
