/** A reference to a character: `&lt;`, `&#38;`, `&#x26;`. */
const reference = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;

/** At most so much of the source between two shown characters is not shown. */
const mostHidden = 1000;

/** A shown text, and the part of the source that it stands in. */
export interface Shown {
  value: string;
  from: number;
  to: number;
}

/**
 * Returns for each code unit of a shown text where it stands in the source, and where the text ends there. Between them
 * the source has what is not shown: backslashes, signs, the indentation of a line.
 */
export function alignment(source: string, { value, from, to }: Shown): Int32Array {
  const places = new Int32Array(value.length + 1);
  let at = from;
  for (let index = 0; index < value.length; index++) {
    const found = find(source, value.charAt(index), at, to);
    places[index] = found?.at ?? at;
    if (!found) continue;
    at = found.at + found.length;
    // One reference may stand for two code units.
    if (found.length > 1 && isHigh(value.charAt(index))) places[++index] = found.at;
  }
  places[value.length] = at;
  return places;
}

/** Returns where a shown code unit comes next in the source, and how long it is there. */
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
