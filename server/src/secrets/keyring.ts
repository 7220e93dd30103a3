import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import { SecretKeyError } from "./errors.ts";
import { readKeyFile } from "./key-file.ts";
import { parseKeys } from "./key-text.ts";

/** Master keys by id. KeyObjects print as `{}`, so logging a keyring is safe. */
export type Keyring = {
  /** The encrypting key: the first one given. */
  readonly currentId: string;
  readonly keys: ReadonlyMap<string, KeyObject>;
};

/**
 * Loads master keys from `secretKey` (GROUNDPLAN_SECRET_KEY), otherwise from `<dataDir>/secret.key`, created
 * on first use unless `create` is false. The first key encrypts, all decrypt: rotate by prepending. Throws
 * SecretKeyError.
 */
export function loadKeyring(options: {
  secretKey?: string | undefined;
  dataDir: string;
  create?: boolean;
}): Keyring {
  if (options.secretKey?.trim()) return keyringOf(parseKeys(options.secretKey, "GROUNDPLAN_SECRET_KEY"));
  const { text, path } = readKeyFile(options.dataDir, options.create ?? true);
  return keyringOf(parseKeys(text, `The key file ${path}`));
}

/** Returns a key by id. Throws SecretKeyError if missing. */
export function masterKey(keyring: Keyring, keyId: string): KeyObject {
  const key = keyring.keys.get(keyId);
  if (key) return key;
  throw new SecretKeyError(
    "A stored secret was encrypted with a key that is not among the given ones: add the earlier key after the current one in GROUNDPLAN_SECRET_KEY or the key file.",
  );
}

/** Returns a key's public short name, derived from a hash. */
export function fingerprint(key: Buffer): string {
  return createHash("sha256").update("groundplan key id").update(key).digest("hex").slice(0, 8);
}

function keyringOf(masterKeys: Buffer[]): Keyring {
  const keys = new Map(masterKeys.map((key) => [fingerprint(key), createSecretKey(key)]));
  const [currentId] = keys.keys();
  if (currentId === undefined)
    throw new SecretKeyError("No secret key was given: set GROUNDPLAN_SECRET_KEY.");
  return { currentId, keys };
}
