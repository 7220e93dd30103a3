/** `POST …/specs/batch` takes this many specs, in a body of at most 8 MiB; a little is left for what is around. */
const most = 500;
const bytes = 7 * 1024 * 1024;

/** Parts that one request can carry, in order. What alone is too large is a part of its own. */
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
