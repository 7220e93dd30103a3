import { SecretKeyError } from "./errors.ts";

/** Bytes in every master key and data key (AES-256). */
export const KEY_BYTES = 32;

// 32 random bytes hold about 30 different values; fewer than this is a placeholder someone typed.
const MIN_DISTINCT_BYTES = 10;

/**
 * Reads master keys written as hex, base64 or base64url, separated by commas or line ends.
 * `source` names where the text comes from in the error's sentence.
 * Throws SecretKeyError when there is no key, or one isn't 32 random bytes.
 */
export function parseKeys(text: string, source: string): Buffer[] {
  return text
    .trim()
    .split(/\s*[,\n]\s*/)
    .map((part) => parseKey(part, source));
}

function parseKey(text: string, source: string): Buffer {
  const encoding = encodingOf(text);
  if (!encoding) {
    throw new SecretKeyError(
      `${source} must hold 32 bytes in base64 or hex, or several such keys separated by commas: make one with \`openssl rand -base64 32\`.`,
    );
  }
  const key = Buffer.from(text, encoding);
  if (new Set(key).size < MIN_DISTINCT_BYTES) {
    throw new SecretKeyError(
      `${source} holds a placeholder instead of a random key: make one with \`openssl rand -base64 32\`.`,
    );
  }
  return key;
}

/** Returns the encoding of a key. 64 hex digits would be 48 bytes of base64, so no text fits both. */
function encodingOf(text: string): "hex" | "base64" | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return "hex";
  // Node's base64 decoder takes both alphabets.
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return "base64";
  return undefined;
}
