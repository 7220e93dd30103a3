import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { boxKeyId, decrypt, encrypt } from "./box.ts";
import { SecretKeyError } from "./errors.ts";
import { KEY_BYTES } from "./key-text.ts";
import { type Keyring, masterKey } from "./keyring.ts";

/** A workspace's key for its secrets, stored only wrapped by a master key. */
export type DataKey = KeyObject;

/** Returns a new random data key, wrapped by the first master key. */
export function newDataKey(keyring: Keyring, workspaceId: string): string {
  return wrap(keyring, workspaceId, randomBytes(KEY_BYTES));
}

/**
 * Unwraps a data key. Throws SecretKeyError for another workspace, a missing master key, or any alteration.
 */
export function unwrapDataKey(keyring: Keyring, workspaceId: string, wrapped: string): DataKey {
  return createSecretKey(unwrap(keyring, workspaceId, wrapped));
}

/** Rewraps a data key with the first master key; null if that is the case already. */
export function rewrapDataKey(keyring: Keyring, workspaceId: string, wrapped: string): string | null {
  if (boxKeyId(wrapped) === keyring.currentId) return null;
  return wrap(keyring, workspaceId, unwrap(keyring, workspaceId, wrapped));
}

function wrap(keyring: Keyring, workspaceId: string, dataKey: Buffer): string {
  const { currentId } = keyring;
  return encrypt(masterKey(keyring, currentId), currentId, context(workspaceId), dataKey);
}

function unwrap(keyring: Keyring, workspaceId: string, wrapped: string): Buffer {
  const keyId = boxKeyId(wrapped);
  const dataKey = decrypt(masterKey(keyring, keyId), keyId, context(workspaceId), wrapped);
  if (dataKey.length !== KEY_BYTES) throw new SecretKeyError("A stored data key has the wrong length.");
  return dataKey;
}

function context(workspaceId: string): string[] {
  return ["data key", workspaceId];
}
