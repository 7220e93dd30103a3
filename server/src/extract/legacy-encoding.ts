/** An encoding of East Asian text, in which most characters have two bytes. */
interface Encoding {
  name: string;
  /** Returns true for the two bytes of a character that ordinary texts are full of. */
  isFrequent: (first: number, second: number) => boolean;
  /** Returns true for a byte above 0x7f that is a character by itself: a half-width katakana. */
  isSingle?: (byte: number) => boolean;
  /** The least share of frequent characters, of all that have two bytes. */
  least: number;
}

const between = (byte: number, least: number, most: number) => byte >= least && byte <= most;

/**
 * The standards order their characters by use, so that the first byte tells. The more special ones come first: Korean
 * syllables and Japanese in EUC lie within the range of Chinese.
 */
const encodings: readonly Encoding[] = [
  {
    name: "shift_jis",
    isFrequent: (first) => between(first, 0x81, 0x83) || between(first, 0x88, 0x98),
    isSingle: (byte) => between(byte, 0xa1, 0xdf),
    least: 0.8,
  },
  { name: "euc-jp", isFrequent: (first) => between(first, 0xa4, 0xa5), least: 0.1 },
  {
    name: "euc-kr",
    isFrequent: (first, second) => between(first, 0xb0, 0xc8) && second >= 0xa1,
    least: 0.97,
  },
  {
    name: "gb18030",
    isFrequent: (first, second) => between(first, 0xb0, 0xd7) && second >= 0xa1,
    least: 0.8,
  },
  { name: "big5", isFrequent: (first) => between(first, 0xa4, 0xc6), least: 0.8 },
];

/** The longest beginning of a text that is looked at, in bytes. */
const most = 64 * 1024;

/**
 * Returns the encoding of East Asian text that is neither UTF-8 nor named, by its frequent characters; null if it is
 * none of those. In Western text the letters beyond ASCII stand alone, between others.
 */
export function eastAsianEncoding(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, most);
  for (const encoding of encodings) {
    const { name, least } = encoding;
    let text: string;
    try {
      text = new TextDecoder(name, { fatal: true }).decode(sample, { stream: sample.length < bytes.length });
    } catch {
      continue;
    }
    if (inRows(text, 2) < 0.6) continue;
    const [frequent, all] = countPairs(sample, encoding);
    if (all > 1 && frequent / all >= least) return name;
  }
  return null;
}

/** Returns true for letters that were read as Western ones and can hardly be: most of them stand in rows. */
export const isHardlyWestern = (text: string): boolean => inRows(text.slice(0, most), 4) > 0.3;

/** Returns the share of characters beyond ASCII that stand in a row of at least `least`. */
function inRows(text: string, least: number): number {
  let [all, inRow] = [0, 0];
  for (const [row] of text.matchAll(/[^\0-\x7f]+/g)) {
    all += row.length;
    if (row.length >= least) inRow += row.length;
  }
  return all === 0 ? 0 : inRow / all;
}

function countPairs(bytes: Buffer, { isFrequent, isSingle }: Encoding): [frequent: number, all: number] {
  let [frequent, all] = [0, 0];
  for (let at = 0; at < bytes.length - 1; at++) {
    const first = bytes[at] ?? 0;
    if (first < 0x80 || isSingle?.(first)) continue;
    all++;
    if (isFrequent(first, bytes[++at] ?? 0)) frequent++;
  }
  return [frequent, all];
}
