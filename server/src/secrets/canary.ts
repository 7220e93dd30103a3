import { decrypt, encrypt } from "./box.ts";
import { SecretKeyError } from "./errors.ts";
import { type Keyring, masterKey } from "./keyring.ts";

const CONTEXT = ["canary"];
const TEXT = "groundplan";

/** Encrypts a known text under the first master key: stored once, it tells a later start whether its key is right. */
export function makeCanary(keyring: Keyring): { keyId: string; sealed: string } {
  const keyId = keyring.currentId;
  return { keyId, sealed: encrypt(masterKey(keyring, keyId), keyId, CONTEXT, Buffer.from(TEXT)) };
}

/**
 * Checks the keyring. `ok`: it opens the canary. `unknown`: it holds no key with that id. `wrong`: the key of that id
 * doesn't open it. A start must refuse to go on with anything but `ok`.
 */
export function checkCanary(keyring: Keyring, keyId: string, sealed: string): "ok" | "wrong" | "unknown" {
  const key = keyring.keys.get(keyId);
  if (!key) return "unknown";
  try {
    return decrypt(key, keyId, CONTEXT, sealed).toString() === TEXT ? "ok" : "wrong";
  } catch (error) {
    if (error instanceof SecretKeyError) return "wrong";
    throw error;
  }
}
