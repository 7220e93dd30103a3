import { STATUS_CODES } from "node:http";
import { isIP } from "node:net";
import { Agent, type Response as UndiciResponse, fetch as undiciFetch } from "undici";
import { discard, limitBody } from "./body.ts";
import type { Deadline } from "./deadline.ts";
import { OutboundError } from "./errors.ts";
import { checkedAddresses, guardedLookup, type Resolve } from "./lookup.ts";
import type { OpenProxy } from "./proxy.ts";
import type { Hop } from "./redirect.ts";
import { checkUrl } from "./request.ts";

type Allowed = (address: string) => boolean;

/** A connection pool with an address rule. */
export type Route = {
  agent: Agent;
  allowed: Allowed;
  proxy: OpenProxy | null;
  /** Throws for a blocked name before a proxy receives it. */
  checkName(hostname: string): Promise<unknown>;
};

/** Returns a route to allowed addresses; null allows all. */
export function newRoute(
  resolve: Resolve,
  rule: Allowed | null,
  deadlineMs: number,
  proxy: OpenProxy | null,
): Route {
  const allowed = rule ?? (() => true);
  const agent = new Agent({
    connect: { lookup: guardedLookup(resolve, allowed), timeout: deadlineMs },
    allowH2: false,
    // The call's deadline covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const checkName = async (hostname: string) =>
    rule === null || isIP(hostname.replace(/^\[|\]$/g, "")) || checkedAddresses(hostname, resolve, rule);
  return { agent, allowed, proxy, checkName };
}

/** Sends one request and returns after its response's headers. */
export async function send(hop: Hop, route: Route, ending: Deadline): Promise<UndiciResponse> {
  checkUrl(hop.url, route.allowed);
  const proxy = route.proxy?.carries(hop.url) ? route.proxy : null;
  try {
    if (proxy) await orEnded(route.checkName(hop.url.hostname), ending);
    return await undiciFetch(hop.url, {
      method: hop.method,
      headers: Object.fromEntries(hop.headers),
      body: hop.body,
      redirect: "manual",
      signal: ending.signal,
      dispatcher: (proxy ?? route).agent,
    });
  } catch (error) {
    throw ending.explain(proxy ? ofProxy(error) : error);
  }
}

/** Awaits a promise until the call ends. */
async function orEnded<T>(waited: Promise<T>, { signal }: Deadline): Promise<T> {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([waited, ended]);
}

/** Returns the error of a refusing proxy, which undici reports only in words. */
function ofProxy(thrown: unknown): unknown {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(error.message)?.[1];
    if (status) return new OutboundError("status", `the outbound proxy answered with the status ${status}`);
  }
  return thrown;
}

/** Converts undici's response with its body in memory, except event streams. */
export async function receive(
  response: UndiciResponse,
  maxBytes: number,
  ending: Deadline,
): Promise<Response> {
  if (response.status > 599) throw new OutboundError("reset");
  const init = {
    status: response.status,
    // Replaces the untrusted phrase.
    statusText: STATUS_CODES[response.status] ?? "",
    headers: [...response.headers],
  };
  if (!response.body) {
    ending.done();
    return new Response(null, init);
  }
  const body = limitBody(response.body, maxBytes, ending);
  if (/^text\/event-stream\b/i.test(response.headers.get("content-type") ?? ""))
    return new Response(body, init);
  // Avoids copying the chunks until somebody reads them.
  return new Response(ReadableStream.from(await Array.fromAsync(body)), init);
}

/** Converts undici's response without body, draining a little to keep the connection. */
export async function receiveStatus(
  response: UndiciResponse,
  maxBytes: number,
  ending: Deadline,
): Promise<Response> {
  const { status, body } = response;
  if (status > 599) throw new OutboundError("reset");
  // The status stands whatever happens to the rest.
  if (body) await readBriefly(limitBody(body, maxBytes, ending));
  ending.done();
  return new Response(null, { status, statusText: STATUS_CODES[status] ?? "" });
}

/** Milliseconds for draining an unneeded body. */
const briefly = 1000;

/** Drains a body, cutting it off when it takes too long. */
async function readBriefly(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  const timer = setTimeout(() => discard(reader), briefly);
  try {
    while (!(await reader.read()).done);
  } catch {
    // Not needed.
  } finally {
    clearTimeout(timer);
  }
}
