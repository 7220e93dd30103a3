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

/** A pool of connections with one rule about addresses. */
export type Route = {
  agent: Agent;
  allowed: Allowed;
  proxy: OpenProxy | null;
  /** Throws for a name that leads where no call may go, before a proxy gets it. */
  checkName(hostname: string): Promise<unknown>;
};

/** Returns a route to the addresses that are allowed; null stands for all of them. */
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
    // The deadline of the whole call covers both timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const checkName = async (hostname: string) =>
    rule === null || isIP(hostname.replace(/^\[|\]$/g, "")) || checkedAddresses(hostname, resolve, rule);
  return { agent, allowed, proxy, checkName };
}

/** Sends one request and returns once the headers of its response are there, whatever they say. */
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

/** Waits for a promise, but no longer than the call lasts. */
async function orEnded<T>(waited: Promise<T>, { signal }: Deadline): Promise<T> {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([waited, ended]);
}

/** Returns the error for a proxy that refuses to connect, which undici tells in words only; else what was thrown. */
function ofProxy(thrown: unknown): unknown {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(error.message)?.[1];
    if (status) return new OutboundError("status", `the outbound proxy answered with the status ${status}`);
  }
  return thrown;
}

/** Turns undici's response into the platform's, with its body in memory unless it is an event stream. */
export async function receive(
  response: UndiciResponse,
  maxBytes: number,
  ending: Deadline,
): Promise<Response> {
  if (response.status > 599) throw new OutboundError("reset");
  const init = {
    status: response.status,
    // The phrase that was sent could be anything, so it is replaced.
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
  // A stream of chunks that are there already is not copied until somebody reads it.
  return new Response(ReadableStream.from(await Array.fromAsync(body)), init);
}

/** Turns undici's response into one without a body, of which it reads a little, so that the connection can stay. */
export async function receiveStatus(
  response: UndiciResponse,
  maxBytes: number,
  ending: Deadline,
): Promise<Response> {
  const { status, body } = response;
  if (status > 599) throw new OutboundError("reset");
  // The status is there, whatever becomes of the rest.
  if (body) await readBriefly(limitBody(body, maxBytes, ending));
  ending.done();
  return new Response(null, { status, statusText: STATUS_CODES[status] ?? "" });
}

/** The milliseconds that a body is read for whose status alone counts. */
const briefly = 1000;

/** Reads a body to its end, and cuts it where that takes too long: whoever sends it must not hold the caller up. */
async function readBriefly(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  const timer = setTimeout(() => discard(reader), briefly);
  try {
    while (!(await reader.read()).done);
  } catch {
    // It is not wanted.
  } finally {
    clearTimeout(timer);
  }
}
