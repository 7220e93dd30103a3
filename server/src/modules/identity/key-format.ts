import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 36; // 36 × log2(62) = 214 bits
const CHECKSUM_CHARACTERS = 6; // 62^6 > 2^32
const VISIBLE_CHARACTERS = 12;

/**
 * Returns a new credential: `prefix`, 36 random base62 characters, and the CRC-32 of those 36 in six base62 characters
 * (most significant first, padded with 0), which is the scheme of GitHub's tokens. The prefix ends in `_`.
 */
export function newSecret(prefix = "psk_"): string {
  // randomInt draws again instead of folding, so every character is equally likely.
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET.charAt(randomInt(62))).join("");
  return prefix + random + checksum(random);
}

/**
 * Returns true if the text is a credential that `newSecret` could have made, with any prefix. It separates typing
 * errors and junk from keys without asking the database.
 */
export function checksumOk(secret: string): boolean {
  const [, random, sum] = /^[a-z_]+_([0-9A-Za-z]{36})([0-9A-Za-z]{6})$/.exec(secret) ?? [];
  return random !== undefined && sum === checksum(random);
}

/**
 * Returns the SHA-256 in hex, the only form in which a credential is stored. A slow password hash would add nothing:
 * 214 random bits can't be guessed.
 */
export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/** Returns the first 12 characters, by which a person tells their keys apart in lists. */
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
