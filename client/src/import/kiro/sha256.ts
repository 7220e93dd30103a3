/** The first bits of the fractional parts of the roots of primes, as FIPS 180-4 defines its constants by them. */
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);

const primes = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
})();
const rounds = primes.map((prime) => fraction(Math.cbrt(prime)));
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/**
 * Returns the SHA-256 of a text's UTF-8, in hexadecimal digits. The browser's own is missing on a page of plain HTTP, and both are to
 * give the same references.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(blocks * 64));
  for (const [at, byte] of bytes.entries()) padded.setUint8(at, byte);
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(blocks * 64 - 8, BigInt(bytes.length * 8));
  let state = start;
  for (let block = 0; block < blocks; block++) state = after(state, padded, block * 64);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Returns the state after a block of 64 bytes. */
function after(state: readonly number[], data: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, word) => data.getUint32(at + 4 * word));
  const word = (index: number) => words[index] ?? 0;
  for (let index = 16; index < 64; index++) {
    const [old, recent] = [word(index - 15), word(index - 2)];
    const a = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
    const b = turned(recent, 17) ^ turned(recent, 19) ^ (recent >>> 10);
    words.push((word(index - 16) + a + word(index - 7) + b) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [index, constant] of rounds.entries()) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + constant + word(index)) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((value, index) => (value + (state[index] ?? 0)) | 0);
}
