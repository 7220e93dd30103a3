import { decrypt, encrypt } from "./box.ts";
import type { DataKey } from "./data-key.ts";
import { fingerprint } from "./keyring.ts";

/** The table cell of a sealed secret; in any other cell it doesn't decrypt. */
export type SecretCell = { workspaceId: string; table: string; column: string; rowId: string };

/** Encrypts a secret for one cell: `v1:data key id:nonce:tag:ciphertext`. */
export function seal(dataKey: DataKey, cell: SecretCell, plaintext: string): string {
  return encrypt(dataKey, fingerprint(dataKey.export()), context(cell), Buffer.from(plaintext, "utf8"));
}

/** Decrypts a sealed secret. Throws SecretKeyError for another cell or key, or any alteration. */
export function open(dataKey: DataKey, cell: SecretCell, sealed: string): string {
  return decrypt(dataKey, fingerprint(dataKey.export()), context(cell), sealed).toString("utf8");
}

function context({ table, column, rowId, workspaceId }: SecretCell): string[] {
  return ["cell", table, column, rowId, workspaceId];
}
