import { type Db, lockWorkspace, type Tx } from "../../storage/dialect.ts";
import { revokeKeysOf } from "../identity/api-keys.ts";
import { revokeConnectionsOf } from "../identity/end-connection.ts";
import { proveAddress } from "../identity/people.ts";
import { appendPersonEvents, type PersonEvent } from "./person-events.ts";
import { endSessions } from "./session.ts";
import { putPassword } from "./set-password.ts";

/**
 * Locks all workspaces of a person, and others that the caller needs, in one order. It comes before the lock of the
 * person, as everywhere.
 */
export async function lockWorkspacesOf(
  tx: Tx,
  userId: string,
  others: readonly string[] = [],
): Promise<string[]> {
  const locked = new Set<string>();
  for (;;) {
    const own = await workspaceIdsOf(tx, userId);
    const missing = [...own, ...others].filter((id) => !locked.has(id)).toSorted();
    if (missing.length === 0) return own;
    for (const id of missing) {
      await lockWorkspace(tx, id);
      locked.add(id);
    }
  }
}

async function workspaceIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("memberships")
    .select("workspace_id")
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ workspace_id }) => workspace_id);
}

interface TakeOver {
  userId: string;
  /** The person's workspaces, which are locked. */
  workspaceIds: readonly string[];
  /** The hash of the new password. */
  hash: string;
  /** The ids of the keys, passkeys and linked issuers that stay. */
  keep: readonly string[];
}

/**
 * Gives an account to the holder of a link that proves its address: sets the password, and ends every session, app and
 * known browser, and each other way in that the holder does not keep. Somebody else may have added them.
 */
export async function takeOver(tx: Tx, { userId, workspaceIds, hash, keep }: TakeOver): Promise<void> {
  await putPassword(tx, userId, hash, null);
  await endSessions(tx, userId, []);
  for (const workspaceId of workspaceIds) {
    const by = { workspaceId, userId, credentialId: null };
    await revokeKeysOf(tx, by, userId, keep);
    await revokeConnectionsOf(tx, by, userId);
  }
  await endWaysIn(tx, userId, keep);
  await proveAddress(tx, userId);
}

async function endWaysIn(tx: Tx, userId: string, keep: readonly string[]): Promise<void> {
  const end = async (table: "passkeys" | "linked_issuers") => {
    let deleting = tx.deleteFrom(table).where("user_id", "=", userId);
    if (keep.length > 0) deleting = deleting.where("id", "not in", keep);
    return (await deleting.returning("id").execute()).map(({ id }) => id).toSorted();
  };
  const passkeys = (await end("passkeys")).map(
    (subjectId): PersonEvent => ({ type: "passkey.removed", subjectId, data: {} }),
  );
  const issuers = (await end("linked_issuers")).map(
    (subjectId): PersonEvent => ({ type: "issuer.unlinked", subjectId, data: {} }),
  );
  const ended = [...passkeys, ...issuers];
  if (ended.length > 0) await appendPersonEvents(tx, { userId, credentialId: null }, ended);
}
