import type { Config } from "../config/config.ts";
import { command } from "../dispatch/commands.ts";
import type { Writer } from "../dispatch/writer.ts";
import { type Db, lockService, type Tx } from "../storage/dialect.ts";
import { checkCanary, makeCanary } from "./canary.ts";
import { rewrapDataKey } from "./data-key.ts";
import { SecretKeyError } from "./errors.ts";
import { hasKeyFile } from "./key-file.ts";
import { type Keyring, loadKeyring } from "./keyring.ts";

type KeySettings = Pick<Config, "secretKey" | "dataDir">;

/** Adds a key's canary; returns false if another process did since `seen` was read. */
export const addCanary = command(
  "secrets.addCanary",
  () => null,
  async (tx: Tx, { seen, ...row }: { key_id: string; sealed: string; seen: string[] }) => {
    await lockService(tx);
    const known = await tx.selectFrom("canaries").select("key_id").execute();
    if (known.some((canary) => !seen.includes(canary.key_id))) return false;
    await tx.insertInto("canaries").values(row).execute();
    return true;
  },
);

export const rewrapKeys = command(
  "secrets.rewrap",
  () => null,
  async (tx: Tx, input: { keys: { workspaceId: string; from: string; to: string }[] }) => {
    for (const key of input.keys) {
      await tx
        .updateTable("data_keys")
        .set({ wrapped: key.to })
        .where("workspace_id", "=", key.workspaceId)
        .where("wrapped", "=", key.from)
        .execute();
    }
  },
);

/**
 * Throws SecretKeyError if the setting or file holds no key. Runs before the database is opened, so that a
 * refused start creates none.
 */
export function checkKeys({ secretKey, dataDir }: KeySettings): void {
  if (secretKey !== null || hasKeyFile(dataDir))
    loadKeyring({ secretKey: secretKey ?? undefined, dataDir, create: false });
}

/**
 * Loads the master keys and refuses a start with the wrong ones. Rewraps data keys with the first key; the
 * secrets stay as they are.
 */
export async function provideKeyring(
  config: KeySettings,
  { db, writer }: { db: Db; writer: Writer },
): Promise<Keyring> {
  const canaries = await db.selectFrom("canaries").selectAll().execute();
  const rows = await db.selectFrom("data_keys").selectAll().execute();
  const keyring = loadKeyring({
    secretKey: config.secretKey ?? undefined,
    dataDir: config.dataDir,
    create: canaries.length === 0 && rows.length === 0,
  });
  requireOwnKey(keyring, canaries);
  if (!canaries.some((canary) => canary.key_id === keyring.currentId)) {
    const { keyId: key_id, sealed } = makeCanary(keyring);
    const seen = canaries.map((canary) => canary.key_id);
    const added = await writer.run(addCanary, { key_id, sealed, seen });
    if (!added) return provideKeyring(config, { db, writer });
  }
  const keys = rows.flatMap((row) => {
    const to = rewrapDataKey(keyring, row.workspace_id, row.wrapped);
    return to === null ? [] : [{ workspaceId: row.workspace_id, from: row.wrapped, to }];
  });
  if (keys.length > 0) await writer.run(rewrapKeys, { keys });
  return keyring;
}

/** Throws SecretKeyError if the key of the database's secrets is missing or wrong. */
export async function requireKeysOf(db: Db, { secretKey, dataDir }: KeySettings): Promise<void> {
  const canaries = await db.selectFrom("canaries").selectAll().execute();
  if (canaries.length === 0) return;
  requireOwnKey(loadKeyring({ secretKey: secretKey ?? undefined, dataDir, create: false }), canaries);
}

function requireOwnKey(keyring: Keyring, canaries: readonly { key_id: string; sealed: string }[]): void {
  const states = canaries.map((canary) => checkCanary(keyring, canary.key_id, canary.sealed));
  if (canaries.length === 0 || states.includes("ok")) return;
  throw new SecretKeyError(
    "The secret key is not the one this database was made with. Set GROUNDPLAN_SECRET_KEY, or put the key file secret.key back into the data folder.",
  );
}
