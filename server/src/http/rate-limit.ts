import ipaddr from "ipaddr.js";
import { ApiError } from "../errors.ts";

const windowSeconds = 60;
/** The most buckets that are kept; the oldest makes room. */
const mostWindows = 100_000;

export type Headers = Record<string, string>;

interface Window {
  taken: number;
  endsAt: number;
}

/**
 * Creates one bucket per key, which is full again a minute after its first request. Answers carry the two structured
 * fields of the IETF draft on rate limit headers. It counts in this process and waits for nothing: a promise for each
 * request would cost more than the counting (docs/decisions/hot-path.md).
 */
export function createLimiter(name: string, perMinute: number) {
  const windows = new Map<string, Window>(); // They lie in the order in which they end.

  const windowOf = (key: string): Window => {
    const now = Date.now();
    const open = windows.get(key);
    if (open && open.endsAt > now) return open;
    windows.delete(key);
    for (const [ended, { endsAt }] of windows) {
      if (endsAt > now) break;
      windows.delete(ended);
    }
    if (windows.size >= mostWindows) windows.delete(windows.keys().next().value ?? key);
    const opened = { taken: 0, endsAt: now + windowSeconds * 1000 };
    windows.set(key, opened);
    return opened;
  };
  const headersOf = ({ taken }: Window, seconds: number): Headers => ({
    "ratelimit-policy": `"${name}";q=${perMinute};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${Math.max(0, perMinute - taken)};t=${seconds}`,
  });

  return {
    /** Takes one from the bucket; throws 429 if it is empty. */
    take(key: string): Headers {
      const window = windowOf(key);
      window.taken++;
      const seconds = secondsLeft(window);
      const headers = headersOf(window, seconds);
      if (window.taken > perMinute) throw limited(headers, seconds);
      return headers;
    },
    /** Takes one back that should not have counted. */
    giveBack(key: string): void {
      const window = windows.get(key);
      if (window && window.taken > 0) window.taken--;
    },
    /** Returns true where the bucket has none left. It takes none. */
    isEmpty(key: string): boolean {
      const window = windows.get(key);
      return window !== undefined && window.endsAt > Date.now() && window.taken >= perMinute;
    },
  };
}

/** The sender of a request: the address that a trusted proxy forwarded, or else the socket's own. */
export interface Sender {
  ip: string;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Returns the address that counts. Some proxies forward a port with the address, which does not count. A text that is
 * no address counts as the proxy that forwarded it: a sender could write a new one into each request.
 */
export const countedAddress = ({ ip, socket }: Sender): string =>
  networkOf(ip) ?? networkOf(socket.remoteAddress ?? "") ?? "";

/**
 * Returns what counts of an address, null for a text that is none: an IPv6 host has a whole /64 to send from (decisions
 * section 1, rate limits), so its network counts. An IPv4 address written as IPv6 counts as IPv4.
 */
function networkOf(text: string): string | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  const address = withPort.exec(text)?.slice(1).find(Boolean) ?? text;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address;
  if (!ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(":")}/64` : parsed.toString();
}

const withPort = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

const secondsLeft = ({ endsAt }: Window) => Math.max(1, Math.ceil((endsAt - Date.now()) / 1000));

function limited(headers: Headers, after: number): ApiError {
  const message = `Too many requests. Wait ${after} ${after === 1 ? "second" : "seconds"}, then repeat.`;
  return new ApiError("rate_limited", message, undefined, { ...headers, "retry-after": String(after) });
}
