import { createHmac, hkdfSync } from "node:crypto";
import type { DataKey } from "./data-key.ts";

const SIGNATURE_BYTES = 12;

/**
 * Returns the HMAC-SHA256 of `text`, cut to 96 bits: 16 base64url characters, for texts that leave the service and are
 * looked for later (a push's markers). A signature made for one purpose is invalid for every other.
 */
export function sign(dataKey: DataKey, purpose: string, text: string): string {
  // The data key encrypts; each purpose signs with a key of its own derived from it.
  const key = Buffer.from(hkdfSync("sha256", dataKey, "", `groundplan sign ${purpose}`, 32));
  return createHmac("sha256", key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString("base64url");
}
