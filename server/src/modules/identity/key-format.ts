import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 36; // 36 × log2(62) = 214 bits
const CHECKSUM_CHARACTERS = 6; // 62^6 > 2^32
const VISIBLE_CHARACTERS = 12;

/**
 * Returns a new credential in the format of GitHub's tokens: prefix (ending in `_`), 36 random base62
 * characters, and their CRC-32 in six (zero-padded, most significant first).
 */
export function newSecret(prefix = "psk_"): string {
  // randomInt is unbiased.
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET.charAt(randomInt(62))).join("");
  return prefix + random + checksum(random);
}

/** Verifies the checksum of a credential with any prefix, which rejects typos and junk without a query. */
export function checksumOk(secret: string): boolean {
  const [, random, sum] = /^[a-z_]+_([0-9A-Za-z]{36})([0-9A-Za-z]{6})$/.exec(secret) ?? [];
  return random !== undefined && sum === checksum(random);
}

/** Returns the hex SHA-256, the only stored form. A slow hash would add nothing to 214 random bits. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/** Returns the first 12 characters, which identify a key in lists. */
export function visiblePrefix(secret: string): string {
  return secret.slice(0, VISIBLE_CHARACTERS);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
