import { ApiError } from "../../errors.ts";

/**
 * Matches paths that the service answers itself; all others are the console's, including the consent page.
 */
const notTheConsole =
  /^\/(connectors\/[^/]*\/(?:callback|client\.json)|v1|p|mcp|oauth(?!\/consent\/)|console|assets|hooks|healthz|readyz|metrics|\.well-known)(\/|\?|#|$)/i;

// Browsers drop tabs and line ends and treat a backslash as a slash; text before a colon or an at sign may
// become a scheme or a host.
const unsafe = /\/\/|[\\:@\p{Cc}\s]/u;

/**
 * A query and a hash can't change the destination, so colons and at signs are allowed, as in document ids.
 */
const unsafeInQuery = /\/\/|[\\\p{Cc}]/u;

const mostDecodings = 5;

/**
 * Throws unless this is a console path: it starts with one `/`, without scheme, host, backslash, control
 * character or encoded forms of these (decisions section 3, returnTo).
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

/** Checks a text as is and at every level of decoding. */
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

/** Decodes ASCII only: a query may hold a percent sign and bytes that are no text. */
const decodeAscii = (text: string): string =>
  text.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number(`0x${code}`)));

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
