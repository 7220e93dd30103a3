/** A character reference: `&lt;`, `&#38;`, `&#x26;`. */
const reference = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;

/** The longest hidden source between two visible characters. */
const mostHidden = 1000;

/** A visible text and its source range. */
export interface RenderedText {
  value: string;
  from: number;
  to: number;
}

/**
 * Maps each code unit and the end to a source offset, skipping hidden source such as escapes and indentation.
 */
export function alignment(source: string, { value, from, to }: RenderedText): Int32Array {
  const places = new Int32Array(value.length + 1);
  let offset = from;
  for (let index = 0; index < value.length; index++) {
    const found = find(source, value.charAt(index), offset, to);
    places[index] = found?.at ?? offset;
    if (!found) continue;
    offset = found.at + found.length;
    // A reference may encode a surrogate pair.
    if (found.length > 1 && isHigh(value.charAt(index))) places[++index] = found.at;
  }
  places[value.length] = offset;
  return places;
}

/** Finds a code unit's next occurrence and length in the source. */
function find(source: string, shown: string, from: number, to: number) {
  const last = Math.min(to, from + mostHidden);
  for (let at = from; at < last; at++) {
    const unit = source.charAt(at);
    if (isSame(unit, shown)) return { at, length: 1 };
    const [whole] = (unit === "&" && reference.exec(source.slice(at, at + 40))) || [];
    if (whole) return { at, length: whole.length };
  }
  return null;
}

const isSame = (unit: string, shown: string) => unit === shown || (shown === " " && /[\n\r\t]/.test(unit));

const isHigh = (unit: string) => /[\ud800-\udbff]/.test(unit);
