import { createHmac, hkdfSync } from "node:crypto";
import type { DataKey } from "./data-key.ts";

const SIGNATURE_BYTES = 12;

/**
 * Returns a purpose-bound HMAC-SHA256 truncated to 96 bits (16 base64url characters), for markers outside of
 * the service.
 */
export function sign(dataKey: DataKey, purpose: string, text: string): string {
  // Separates signing from encryption by a derived key per purpose.
  const key = Buffer.from(hkdfSync("sha256", dataKey, "", `groundplan sign ${purpose}`, 32));
  return createHmac("sha256", key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString("base64url");
}
