import { SecretKeyError } from "./errors.ts";

/** Bytes of every master and data key (AES-256). */
export const KEY_BYTES = 32;

// 32 random bytes have about 30 distinct values; fewer suggest a typed placeholder.
const MIN_DISTINCT_BYTES = 10;

/**
 * Parses master keys in hex, base64 or base64url, separated by commas or newlines. `source` names their
 * origin in errors. Throws SecretKeyError if there is none, or one isn't 32 random bytes.
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

/** Returns a key's encoding. 64 hex digits would be 48 bytes of base64, so it is unambiguous. */
function encodingOf(text: string): "hex" | "base64" | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return "hex";
  // Node's decoder accepts both alphabets.
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return "base64";
  return undefined;
}
