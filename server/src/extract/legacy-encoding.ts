/** A double-byte East Asian encoding. */
interface Encoding {
  name: string;
  /** Tests for a common double-byte character. */
  isFrequent: (first: number, second: number) => boolean;
  /** Tests for a single-byte character above 0x7f: half-width katakana. */
  isSingle?: (byte: number) => boolean;
  /** The least share of common characters among double-byte ones. */
  least: number;
}

const between = (byte: number, least: number, most: number) => byte >= least && byte <= most;

/**
 * Standards order characters by frequency, so the first byte tells. Specific encodings first: Korean and
 * Japanese EUC lie within the Chinese range.
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

/** Bytes inspected. */
const most = 64 * 1024;

/**
 * Guesses an East Asian encoding by its common characters; null if none fits. In Western text, non-ASCII
 * letters stand alone.
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

/** Tests for Western-decoded text that is implausible, since most of its letters stand in runs. */
export const isHardlyWestern = (text: string): boolean => inRows(text.slice(0, most), 4) > 0.3;

/** Returns the share of non-ASCII characters in runs of at least `least`. */
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
