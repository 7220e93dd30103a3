import { hkdfSync } from "node:crypto";
import type { Keyring } from "./keyring.ts";

/**
 * Returns the service's keys for a purpose, current first, equal in every process and independent per
 * purpose. Signatures of older master keys stay valid while those are given.
 */
export const serviceKeys = (keyring: Keyring, purpose: string): Buffer[] =>
  [...keyring.keys.values()].map((key) =>
    Buffer.from(hkdfSync("sha256", key.export(), "", `groundplan service ${purpose}`, 32)),
  );
