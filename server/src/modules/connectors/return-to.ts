import { ApiError } from "../../errors.ts";

/** Matches the paths that the service itself answers; the console serves the others, the consent page among them. */
const notTheConsole =
  /^\/(connectors\/[^/]*\/(?:callback|client\.json)|v1|p|mcp|oauth(?!\/consent\/)|console|assets|hooks|healthz|readyz|metrics|\.well-known)(\/|\?|#|$)/i;

// A browser drops tabs and line ends, takes a backslash for a slash, and what stands before a colon or an at
// sign may become a scheme or a host.
const unsafe = /\/\/|[\\:@\p{Cc}\s]/u;

/** A query and a hash name nothing to go to, so they may hold a colon or an at sign, such as the id of a document. */
const unsafeInQuery = /\/\/|[\\\p{Cc}]/u;

const mostDecodings = 5;

/**
 * Throws unless this is a path that the console serves: it starts with one `/`, and no scheme, host, backslash,
 * control character or encoded form of these gets through (decisions section 3, returnTo).
 */
export function requireLocalPath(returnTo: string | undefined): void {
  if (returnTo === undefined || isLocalPath(returnTo)) return;
  throw new ApiError(
    "invalid_return_to",
    "`returnTo` must be a path of the console, such as `/settings`. Send one that starts with a single slash.",
  );
}

export function isLocalPath(text: string): boolean {
  const end = text.search(/[?#]/);
  const [path, query] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end)];
  return isPath(path) && isQuery(query);
}

function isPath(text: string): boolean {
  let current = text;
  for (let round = 0; round < mostDecodings; round++) {
    if (!current.startsWith("/") || unsafe.test(current)) return false;
    const { pathname } = new URL(current, "http://console.invalid");
    if (notTheConsole.test(current) || notTheConsole.test(pathname)) return false;
    const decoded = decode(current);
    if (decoded === null) return false;
    if (decoded === current) return true;
    current = decoded;
  }
  return false;
}

function isQuery(text: string): boolean {
  let current = text;
  for (let round = 0; round < mostDecodings; round++) {
    if (/\s/u.test(text) || unsafeInQuery.test(current)) return false;
    const decoded = current.replace(/%([0-7][\da-f])/gi, (_, code) =>
      String.fromCharCode(Number(`0x${code}`)),
    );
    if (decoded === current) return true;
    current = decoded;
  }
  return false;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
