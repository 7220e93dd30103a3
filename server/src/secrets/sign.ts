import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { DataKey } from "./data-key.ts";

const SIGNATURE_BYTES = 12;

/**
 * HMAC-SHA256 over `text`, cut to 96 bits: 16 base64url characters, for texts that leave the service
 * and come back (cursors, links). A signature made for one purpose is invalid for every other.
 */
export function sign(dataKey: DataKey, purpose: string, text: string): string {
  // The data key encrypts; each purpose signs with a key of its own derived from it.
  const key = Buffer.from(hkdfSync("sha256", dataKey, "", `groundplan sign ${purpose}`, 32));
  return createHmac("sha256", key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString("base64url");
}

/** Whether `signature` is the one `sign` makes; takes the same time wherever the two differ. */
export function verify(dataKey: DataKey, purpose: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(dataKey, purpose, text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
