import { invalid } from "../errors.ts";

/**
 * A path that is not UTF-8, percent-encoded, names nothing. Its escapes are made to stand for themselves, so that
 * it takes the way of every handle that does not exist, past the same checks.
 */
export function literalEscapes(url: string): string {
  const path = /^[^?#]*/.exec(url)?.[0] ?? "";
  return isDecodable(path) ? url : path.replaceAll("%", "%25") + url.slice(path.length);
}

/** Refuses a query that is not UTF-8, percent-encoded: it holds no valid Unicode (decisions section 1, text). */
export function checkQueryEncoding(url: string): void {
  if (!isDecodable(url.replace(/^[^?]*/, "")))
    throw invalid("", "has a query that is not percent-encoded UTF-8");
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
