import type { Outbound } from "../../../outbound/client.ts";
import { OutboundError } from "../../../outbound/errors.ts";
import { measured } from "../../../outbound/measured.ts";
import { redirectTarget } from "../../../outbound/redirect.ts";
import { isErrorStatus } from "../../../outbound/telling-errors.ts";
import type { Observed } from "../../../tracer.ts";
import { bodyWithoutNulls } from "./without-nulls.ts";

/** Observed facts of a conversation, which explain its failures. */
export interface Heard {
  /** First failed call or body. */
  failure: OutboundError | null;
  /** Last error status; null if none. */
  status: number | null;
  /** `WWW-Authenticate` of a 401. */
  challenge: string | null;
  /** True once the server has completed the handshake, so that it is an MCP server. */
  isGreeted: boolean;
}

export type Services = { outbound: Outbound } & Observed;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Requests per conversation, in case a server keeps asking for things. */
const mostCalls = 100;

/**
 * Returns a fetch for one conversation: `maxBytes` for all answers together, no redirects, no standing
 * streams. `onFailure` is called when an answer breaks off.
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
    // Server-initiated messages are not supported.
    if ((init.method ?? "GET") === "GET") return new Response(null, { status: 405 });
    try {
      if (++calls > mostCalls) throw new OutboundError("too_large");
      // A server need not let sessions be ended.
      const isError = (status: number) => init.method !== "DELETE" && isErrorStatus(status);
      const response = await call(url, { ...init, redirect: "manual", maxBytes: Math.max(0, left), isError });
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

/** Describes a redirect's target by host and path only, since a query may hold a secret. */
function redirectWords(response: Response, from: string | URL): string {
  const target = redirectTarget(response);
  const to = target === null ? null : URL.parse(target, from);
  if (!to || !/^https?:$/.test(to.protocol)) return "it redirects, but to no web address";
  const { origin, pathname } = to;
  const path = pathname.length > mostPath ? `${pathname.slice(0, mostPath)}…` : pathname;
  return `it redirects to ${origin}${path}; use that address if you trust it`;
}

/** Characters shown of a redirect's path. */
const mostPath = 300;
