import { STATUS_CODES } from "node:http";
import { Agent, type Response as UndiciResponse, fetch as undiciFetch } from "undici";
import { discard, limitBody } from "./body.ts";
import type { Deadline } from "./deadline.ts";
import { OutboundError } from "./errors.ts";
import { guardedLookup, type Resolve } from "./lookup.ts";
import type { Hop } from "./redirect.ts";
import { checkUrl } from "./request.ts";

/** A pool of connections with one rule about addresses. */
export type Route = { agent: Agent; allowed: (address: string) => boolean };

export function newRoute(resolve: Resolve, allowed: Route["allowed"], deadlineMs: number): Route {
  const agent = new Agent({
    connect: { lookup: guardedLookup(resolve, allowed), timeout: deadlineMs },
    allowH2: false,
    // The deadline of the whole call covers both timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { agent, allowed };
}

/** Sends one request and returns once the headers of its response are there, whatever they say. */
export async function send(hop: Hop, route: Route, ending: Deadline): Promise<UndiciResponse> {
  checkUrl(hop.url, route.allowed);
  try {
    return await undiciFetch(hop.url, {
      method: hop.method,
      headers: Object.fromEntries(hop.headers),
      body: hop.body,
      redirect: "manual",
      signal: ending.signal,
      dispatcher: route.agent,
    });
  } catch (error) {
    throw ending.explain(error);
  }
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
