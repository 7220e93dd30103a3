import { forgetDevices } from "../../inbox-items/forget-person.ts";
import { type Db, lockWorkspace, type Tx } from "../../storage/dialect.ts";
import { revokeKeysOf } from "../identity/api-keys.ts";
import { revokeConnectionsOf } from "../identity/end-connection.ts";
import { proveAddress } from "../identity/people.ts";
import { putPassword } from "./passwords/set-password.ts";
import { appendPersonEvents, type PersonEvent } from "./person-events.ts";
import { endSessions } from "./sessions/session.ts";

/** Locks a user's workspaces and others in a consistent order, before the user's lock. */
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

interface WaysIn {
  userId: string;
  /** The user's locked workspaces. */
  workspaceIds: readonly string[];
  /** Ids of keys, passkeys and linked issuers to keep. */
  keep: readonly string[];
}

interface TakeOver extends WaysIn {
  /** Hash of the new password. */
  hash: string;
}

/**
 * Gives an account to the holder of a verifying link: sets the password and ends all sessions, apps, known
 * browsers and other sign-in methods not kept, which someone else may have added.
 */
export async function takeOver(tx: Tx, { hash, ...ways }: TakeOver): Promise<void> {
  const { userId } = ways;
  await putPassword(tx, userId, hash, null);
  await endWaysIn(tx, ways);
  await proveAddress(tx, userId);
}

/** Ends a user's sessions, apps and pushes to browsers, and all keys, passkeys and linked issuers not kept. */
export async function endWaysIn(tx: Tx, { userId, workspaceIds, keep }: WaysIn): Promise<void> {
  await endSessions(tx, userId, []);
  for (const workspaceId of workspaceIds) {
    const by = { workspaceId, userId, credentialId: null };
    await revokeKeysOf(tx, by, userId, keep);
    await revokeConnectionsOf(tx, by, userId);
    await forgetDevices(tx, { workspaceId, userId });
  }
  await endMethods(tx, userId, keep);
}

async function endMethods(tx: Tx, userId: string, keep: readonly string[]): Promise<void> {
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
