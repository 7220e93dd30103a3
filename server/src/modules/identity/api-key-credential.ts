import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import {
  type Credential,
  type CredentialKind,
  type CredentialUse,
  expiryOf,
  useColumns,
} from "./credential.ts";
import { checksumOk } from "./key-format.ts";

/** Records the use of keys, at most once a minute each. */
const touchKey = command(
  "apiKeys.touch",
  () => null,
  async (tx: Tx, use: CredentialUse) => {
    const minuteAgo = new Date(Date.now() - 60_000).toISOString();
    const { set, last } = useColumns(use);
    await tx
      .updateTable("api_keys")
      .set(set)
      .where("workspace_id", "=", use.workspaceId)
      .where("id", "=", use.id)
      .where((where) => where.or([where(last, "is", null), where(last, "<", minuteAgo)]))
      .execute();
  },
);

/** Personal API keys. */
export const apiKeyCredential: CredentialKind = {
  kind: "api_key",
  isWellFormed: (secret) => secret.startsWith("psk_") && checksumOk(secret),
  async find(db, secretHash) {
    const [row] = await byHash(db, { secretHash });
    return credentialOf(row);
  },
  async reload(db, { workspaceId, credentialId: id }) {
    const [row] = await byId(db, { workspaceId, id });
    return credentialOf(row);
  },
  recordUse: touchKey,
};

const keys = (db: Db) =>
  db
    .selectFrom("api_keys")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "api_keys.workspace_id")
        .onRef("memberships.user_id", "=", "api_keys.user_id"),
    )
    .innerJoin("users", "users.id", "api_keys.user_id")
    .select([
      "api_keys.workspace_id",
      "api_keys.id",
      "api_keys.user_id",
      "api_keys.scope",
      "api_keys.expires_at",
      "api_keys.revoked_at",
      "memberships.role",
      "users.name",
      "users.email",
    ]);

const byHash = statement((db, param: Param<{ secretHash: string }>) =>
  keys(db).where("api_keys.secret_hash", "=", param("secretHash")),
);

const byId = statement((db, param: Param<{ workspaceId: string; id: string }>) =>
  keys(db).where("api_keys.workspace_id", "=", param("workspaceId")).where("api_keys.id", "=", param("id")),
);

type KeyRow = Awaited<ReturnType<typeof byHash>>[number];

function credentialOf(row: KeyRow | undefined): Credential | null {
  if (!row || row.revoked_at) return null;
  const actor: Actor = {
    workspaceId: row.workspace_id,
    userId: row.user_id,
    userName: row.name,
    email: row.email,
    role: row.role,
    scope: row.scope,
    credentialId: row.id,
    credentialKind: "api_key",
    signedInAt: null,
  };
  return { actor, expiresAt: expiryOf(row.expires_at) };
}
