import { mostOffsets, rootsInCss } from "./css.ts";
import { rootsInHtml } from "./html.ts";
import { offsetForStandIn, standIn } from "./stand-in.ts";

/** Bytes of a rewritten file, which is held in memory and processed synchronously. */
const mostRewritten = 2 * 1024 * 1024;

const html = "text/html";

const finders: Record<string, (text: string) => number[]> = {
  [html]: rootsInHtml,
  "text/css": rootsInCss,
};

/** Tests whether a file's addresses are rewritten. */
export const isRewritten = (mediaType: string, bytes: number): boolean =>
  mediaType in finders && bytes <= mostRewritten;

/**
 * Prefixes root-relative addresses, and inserts the storage shim before a page's first element. Works on
 * bytes as Latin-1, so that any encoding survives.
 */
export function rewritten(mediaType: string, content: Buffer, prefix: string): Buffer {
  const text = content.toString("latin1");
  const roots = finders[mediaType]?.(text) ?? [];
  const offsets = (roots.length > mostOffsets ? [] : roots).map((at) => ({ at, put: prefix }));
  const first = mediaType === html ? offsetForStandIn(text) : null;
  // All addresses come later, inside elements.
  if (first !== null) offsets.unshift({ at: first, put: standIn });
  if (offsets.length === 0) return content;
  const parts: string[] = [];
  let from = 0;
  for (const { at: offset, put } of offsets) {
    parts.push(text.slice(from, offset), put);
    from = offset;
  }
  return Buffer.from([...parts, text.slice(from)].join(""), "latin1");
}

/** Streams a page too large to be rewritten, with the shim in its first chunk. */
export async function* withStandIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const piece of pieces) {
    const offset = isFirst ? offsetForStandIn(piece.toString("latin1"), true) : null;
    isFirst = false;
    if (offset === null) yield piece;
    else yield Buffer.concat([piece.subarray(0, offset), Buffer.from(standIn), piece.subarray(offset)]);
  }
}
