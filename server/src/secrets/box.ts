import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";
import { SecretKeyError } from "./errors.ts";

// AES-256-GCM as in NIST SP 800-38D: a 96-bit random nonce and the full 128-bit tag.
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BOX = /^v1:([0-9a-f]{8}):([\w-]{16}):([\w-]{22}):([\w-]*)$/;

/** Encrypts to `v1:keyId:nonce:tag:ciphertext`; decrypting needs the same `context`. */
export function encrypt(key: KeyObject, keyId: string, context: string[], plaintext: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(keyId, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), ciphertext].map((bytes) => bytes.toString("base64url"));
  return ["v1", keyId, ...parts].join(":");
}

/** Decrypts a box. Throws SecretKeyError for another key or context, or any alteration. */
export function decrypt(key: KeyObject, keyId: string, context: string[], box: string): Buffer {
  const [, boxKeyId, ...parts] = BOX.exec(box) ?? [];
  const [nonce, tag, ciphertext] = parts.map(decodeCanonical);
  if (boxKeyId !== keyId || !nonce || !tag || !ciphertext) throw cannotOpen();
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(keyId, context)).setAuthTag(tag);
  const plaintext = decipher.update(ciphertext);
  try {
    // Until this succeeds the plaintext is unauthenticated and must not be returned.
    return Buffer.concat([plaintext, decipher.final()]);
  } catch {
    throw cannotOpen();
  }
}

/** Returns a box's key id. Throws SecretKeyError if malformed. */
export function boxKeyId(box: string): string {
  const keyId = BOX.exec(box)?.[1];
  if (keyId === undefined) throw cannotOpen();
  return keyId;
}

/** Encodes a context unambiguously, as JSON keeps the borders between parts. */
function associatedData(keyId: string, context: string[]): Buffer {
  return Buffer.from(JSON.stringify(["v1", keyId, ...context]));
}

/** Decodes base64 strictly, so that a box has exactly one spelling; Node ignores invalid characters. */
function decodeCanonical(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

function cannotOpen(): SecretKeyError {
  return new SecretKeyError(
    "A stored secret can't be opened: it was altered, moved, or encrypted with another key.",
  );
}
