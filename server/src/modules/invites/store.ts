import type { Selectable } from "kysely";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type InviteRow = Selectable<Tables["invites"]>;

/** Lists a workspace's invites by creation. */
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

/** Finds an address's pending invite, expired or not. */
export function findPending(db: Db, workspaceId: string, email: string): Promise<InviteRow | undefined> {
  return db
    .selectFrom("invites")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("email", "=", email)
    .where("status", "=", "PENDING")
    .executeTakeFirst();
}

/** An invite found by one of its links. */
export interface LinkedInvite extends InviteRow {
  /** True for the link that was only mailed. */
  isMailed: boolean;
}

/** Finds a link's invite in any workspace. */
export async function findBySecret(db: Db, secretHash: string): Promise<LinkedInvite | undefined> {
  const row = await db
    .selectFrom("invites")
    .selectAll()
    .where((where) => where.or([where("secret_hash", "=", secretHash), where("mail_hash", "=", secretHash)]))
    .executeTakeFirst();
  return row && { ...row, isMailed: row.mail_hash === secretHash };
}

/** Tests for an earlier accepted invite to an address. */
export async function hasAcceptedInvite(db: Db, workspaceId: string, email: string): Promise<boolean> {
  const accepted = await db
    .selectFrom("invites")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("email", "=", email)
    .where("status", "=", "ACCEPTED")
    .limit(1)
    .executeTakeFirst();
  return accepted !== undefined;
}

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

/** Counts invites that are pending or were revoked after a time. */
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

/** Returns the names shown with an invite. */
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

export function findAccount(db: Db, email: string): Promise<{ id: string; is_proven: number } | undefined> {
  return db.selectFrom("users").select(["id", "is_proven"]).where("email", "=", email).executeTakeFirst();
}
