import { mostPlaces, rootsInCss } from "./css.ts";
import { rootsInHtml } from "./html.ts";

/** The largest file in which addresses are rewritten: it is held as a whole, and read without a pause. */
const mostRewritten = 2 * 1024 * 1024;

const finders: Record<string, (text: string) => number[]> = {
  "text/html": rootsInHtml,
  "text/css": rootsInCss,
};

/** Tells whether the addresses of a file are rewritten. */
export const isRewritten = (mediaType: string, bytes: number): boolean =>
  mediaType in finders && bytes <= mostRewritten;

/**
 * Puts `prefix` before the root-relative addresses of a file. Its bytes are taken as characters, one by one, so that it
 * stays what it is in whatever encoding it has.
 */
export function rewritten(mediaType: string, content: Buffer, prefix: string): Buffer {
  const text = content.toString("latin1");
  const places = finders[mediaType]?.(text) ?? [];
  if (places.length > mostPlaces) return content;
  const parts: string[] = [];
  let from = 0;
  for (const at of places) {
    parts.push(text.slice(from, at), prefix);
    from = at;
  }
  return Buffer.from([...parts, text.slice(from)].join(""), "latin1");
}
