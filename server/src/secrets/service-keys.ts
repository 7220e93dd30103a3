import { hkdfSync } from "node:crypto";
import type { Keyring } from "./keyring.ts";

/**
 * Returns the keys of the service itself for one purpose, the current one first: the same in every process, and
 * worthless for any other purpose. What an older master key signed stays valid as long as that key is given.
 */
export const serviceKeys = (keyring: Keyring, purpose: string): Buffer[] =>
  [...keyring.keys.values()].map((key) =>
    Buffer.from(hkdfSync("sha256", key.export(), "", `groundplan service ${purpose}`, 32)),
  );
