import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { invalidHead } from "../../errors.ts";

/** Escapes a path that is not percent-encoded UTF-8, so that it is checked like any unknown handle. */
export function literalEscapes(url: string): string {
  if (!url.includes("%")) return url;
  const path = /^[^?#]*/.exec(url)?.[0] ?? "";
  return isDecodable(path) ? url : path.replaceAll("%", "%25") + url.slice(path.length);
}

/** Refuses a query that is not percent-encoded UTF-8 (decisions section 1, text). */
export function checkQueryEncoding(url: string): void {
  if (url.includes("%") && !isDecodable(url.replace(/^[^?]*/, "")))
    throw invalidHead("its query is not percent-encoded UTF-8");
}

function isDecodable(text: string): boolean {
  try {
    // Using the result keeps the build from dropping the call.
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
}

const safeRequestId = /^[\w.:-]{1,128}$/;

/** Returns the caller's request id if harmless, otherwise a new one. */
export function requestIdOf({ "x-request-id": given }: IncomingHttpHeaders): string {
  return typeof given === "string" && safeRequestId.test(given) ? given : randomUUID();
}

/**
 * Requires exactly one Host (RFC 9112 section 3.2) and at most one Authorization. Node accepts duplicates,
 * and answers a missing Host without a body.
 */
export function checkHead({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  let credentials = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
    else if (name.length === 13 && name.toLowerCase() === "authorization") credentials++;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) throw invalidHead("it needs one Host header");
  if (credentials > 1) throw invalidHead("it may have one Authorization header only");
}
