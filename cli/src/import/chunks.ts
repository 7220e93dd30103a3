/**
 * The most specs and bytes of one `POST …/specs/batch`, whose body may have 8 MiB; a little is left for what surrounds
 * them.
 */
const most = 500;
const bytes = 7 * 1024 * 1024;

/** Yields parts that fit into one request, in order. An item that is too large by itself is a part of its own. */
export function* chunks<T>(items: readonly T[]): Generator<T[]> {
  let part: T[] = [];
  let size = 0;
  for (const item of items) {
    const more = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (part.length > 0 && (part.length === most || size + more > bytes)) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(item);
    size += more;
  }
  if (part.length > 0) yield part;
}
