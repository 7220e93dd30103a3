import type { Selectable } from "kysely";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type InviteRow = Selectable<Tables["invites"]>;

/** Lists the invites of a workspace, by creation. */
export function listInviteRows(
  db: Db,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<InviteRow[]> {
  return db
    .selectFrom("invites")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export function findInvite(db: Db, workspaceId: string, id: string): Promise<InviteRow | undefined> {
  return db
    .selectFrom("invites")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Finds the pending invite to an address, past its date or not. */
export function findPending(db: Db, workspaceId: string, email: string): Promise<InviteRow | undefined> {
  return db
    .selectFrom("invites")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("email", "=", email)
    .where("status", "=", "PENDING")
    .executeTakeFirst();
}

/** Finds the invite of a link, in any workspace. */
export function findBySecret(db: Db, secretHash: string): Promise<InviteRow | undefined> {
  return db.selectFrom("invites").selectAll().where("secret_hash", "=", secretHash).executeTakeFirst();
}

/** Returns true where an address is a member's. */
export async function isMembersAddress(db: Db, workspaceId: string, email: string): Promise<boolean> {
  const member = await db
    .selectFrom("users")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .select("users.id")
    .where("users.email", "=", email)
    .where("memberships.workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return member !== undefined;
}

/** Returns true where a person is an owner of a workspace. */
export async function isOwner(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const owner = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .where("role", "=", "OWNER")
    .executeTakeFirst();
  return owner !== undefined;
}

/** Counts the invites that are pending, or were revoked after a time. */
export async function countOpen(db: Db, workspaceId: string, revokedAfter: string): Promise<number> {
  const { count } = await db
    .selectFrom("invites")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("workspace_id", "=", workspaceId)
    .where((where) =>
      where.or([
        where("status", "=", "PENDING"),
        where.and([where("status", "=", "REVOKED"), where("ended_at", ">", revokedAfter)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the names that an invite is shown with. */
export async function namesOf(
  db: Db,
  { workspace_id, sent_by }: Pick<InviteRow, "workspace_id" | "sent_by">,
): Promise<{ inviter: string; workspace: string }> {
  const workspace = db.selectFrom("workspaces").select("name").where("id", "=", workspace_id);
  const inviter = db.selectFrom("users").select("name").where("id", "=", sent_by);
  return {
    workspace: (await workspace.executeTakeFirstOrThrow()).name,
    inviter: (await inviter.executeTakeFirstOrThrow()).name,
  };
}

/** Returns the account with an address; undefined where there is none. */
export function findAccount(db: Db, email: string): Promise<{ id: string } | undefined> {
  return db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
}
