import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ApiError } from "../errors.ts";

/**
 * A path that is not UTF-8, percent-encoded, names nothing. Its escapes are made to stand for themselves, so that
 * it takes the way of every handle that does not exist, past the same checks.
 */
export function literalEscapes(url: string): string {
  if (!url.includes("%")) return url;
  const path = /^[^?#]*/.exec(url)?.[0] ?? "";
  return isDecodable(path) ? url : path.replaceAll("%", "%25") + url.slice(path.length);
}

/** Refuses a query that is not UTF-8, percent-encoded: it holds no valid Unicode (decisions section 1, text). */
export function checkQueryEncoding(url: string): void {
  if (url.includes("%") && !isDecodable(url.replace(/^[^?]*/, "")))
    throw invalidHead("its query is not percent-encoded UTF-8");
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const safeRequestId = /^[\w.:-]{1,128}$/;

/** The caller's own, where it is harmless. */
export function requestIdOf({ "x-request-id": given }: IncomingHttpHeaders): string {
  return typeof given === "string" && safeRequestId.test(given) ? given : randomUUID();
}

/** What every answer carries. */
export const headersOfAll = (requestId: string) => ({
  "x-request-id": requestId,
  "cache-control": "private, no-cache",
  "x-content-type-options": "nosniff",
});

/** RFC 9112 section 3.2: one Host. Node lets two pass, and answers the lack of one without a body. */
export function checkHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? "")) hosts++;
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) throw invalidHead("it needs one Host header");
}

/** What is wrong before the body: in a header, or in the address as a whole. */
export function invalidHead(message: string): ApiError {
  return new ApiError("invalid_request", `The request is not valid: ${message}.`, [{ path: "", message }]);
}
