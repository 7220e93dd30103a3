import { mostPlaces, rootsInCss } from "./css.ts";
import { rootsInHtml } from "./html.ts";
import { placeOfStandIn, standIn } from "./stand-in.ts";

/** The largest file in which addresses are rewritten: it is held as a whole, and read without a pause. */
const mostRewritten = 2 * 1024 * 1024;

const html = "text/html";

const finders: Record<string, (text: string) => number[]> = {
  [html]: rootsInHtml,
  "text/css": rootsInCss,
};

/** Tells whether the addresses of a file are rewritten. */
export const isRewritten = (mediaType: string, bytes: number): boolean =>
  mediaType in finders && bytes <= mostRewritten;

/**
 * Puts `prefix` before the root-relative addresses of a file, and the stand-in before the first element of a page. Its bytes are taken as characters, one by one, so that it
 * stays what it is in whatever encoding it has.
 */
export function rewritten(mediaType: string, content: Buffer, prefix: string): Buffer {
  const text = content.toString("latin1");
  const roots = finders[mediaType]?.(text) ?? [];
  const places = (roots.length > mostPlaces ? [] : roots).map((at) => ({ at, put: prefix }));
  const first = mediaType === html ? placeOfStandIn(text) : null;
  // It stands before all addresses, which lie in elements.
  if (first !== null) places.unshift({ at: first, put: standIn });
  if (places.length === 0) return content;
  const parts: string[] = [];
  let from = 0;
  for (const { at, put } of places) {
    parts.push(text.slice(from, at), put);
    from = at;
  }
  return Buffer.from([...parts, text.slice(from)].join(""), "latin1");
}

/** Yields a page that is too large to be rewritten, with the stand-in before the first element of its first piece. */
export async function* withStandIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const piece of pieces) {
    const place = isFirst ? placeOfStandIn(piece.toString("latin1"), true) : null;
    isFirst = false;
    if (place === null) yield piece;
    else yield Buffer.concat([piece.subarray(0, place), Buffer.from(standIn), piece.subarray(place)]);
  }
}
