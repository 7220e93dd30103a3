import { decrypt, encrypt } from "./box.ts";
import { SecretKeyError } from "./errors.ts";
import { type Keyring, masterKey } from "./keyring.ts";

const CONTEXT = ["canary"];
const TEXT = "groundplan";

/** Encrypts a known text under the first master key, so that later starts can verify their key. */
export function makeCanary(keyring: Keyring): { keyId: string; sealed: string } {
  const keyId = keyring.currentId;
  return { keyId, sealed: encrypt(masterKey(keyring, keyId), keyId, CONTEXT, Buffer.from(TEXT)) };
}

/**
 * Checks the keyring against the canary. `unknown`: no key with that id. `wrong`: the key doesn't decrypt it.
 * A start must refuse anything but `ok`.
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
