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
  return (
    !/\s/u.test(query) &&
    isSafe(path, isPath, decode) &&
    isSafe(query, (one) => !unsafeInQuery.test(one), decodeAscii)
  );
}

/** Tells whether a text is safe as it is, and decoded as often as it can be. */
function isSafe(
  text: string,
  isSafeNow: (text: string) => boolean,
  decoded: (text: string) => string | null,
): boolean {
  let current: string | null = text;
  for (let round = 0; round < mostDecodings && current !== null; round++) {
    if (!isSafeNow(current)) return false;
    const next = decoded(current);
    if (next === current) return true;
    current = next;
  }
  return false;
}

function isPath(text: string): boolean {
  if (!text.startsWith("/") || unsafe.test(text)) return false;
  const { pathname } = new URL(text, "http://console.invalid");
  return !notTheConsole.test(text) && !notTheConsole.test(pathname);
}

/** Decodes the codes of ASCII alone: a query may hold a sign of percent, and bytes that are no text. */
const decodeAscii = (text: string): string =>
  text.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number(`0x${code}`)));

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
