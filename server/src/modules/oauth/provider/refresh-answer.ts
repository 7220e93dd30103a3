import { createSecretKey, hkdfSync } from "node:crypto";
import { decrypt, encrypt } from "../../../secrets/box.ts";
import { fingerprint } from "../../../secrets/keyring.ts";

export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  [field: string]: unknown;
}

/** Seals an answer under the spent refresh token, of which the database holds only a hash. */
export function sealAnswer(token: string, usedHash: string, answer: TokenAnswer): string {
  const { key, id } = keyOf(token);
  const kept = { answer, at: Date.now() };
  return encrypt(key, id, context(usedHash), Buffer.from(JSON.stringify(kept)));
}

/** Opens an answer and adjusts `expires_in`. Throws SecretKeyError for another token. */
export function openAnswer(token: string, usedHash: string, sealed: string): TokenAnswer {
  const { key, id } = keyOf(token);
  const opened = decrypt(key, id, context(usedHash), sealed).toString();
  const { answer, at } = JSON.parse(opened) as { answer: TokenAnswer; at: number };
  const passed = Math.max(0, Math.ceil((Date.now() - at) / 1000));
  return { ...answer, expires_in: Math.max(0, answer.expires_in - passed) };
}

function keyOf(token: string) {
  const bytes = Buffer.from(hkdfSync("sha256", token, "", "groundplan refresh answer", 32));
  return { key: createSecretKey(bytes), id: fingerprint(bytes) };
}

const context = (usedHash: string) => ["refresh answer", usedHash];
