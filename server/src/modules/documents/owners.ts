import type { Db } from "../../storage/dialect.ts";
import type { FoundDocument } from "./document.ts";

interface Owner {
  userId: string;
  name: string;
}

/**
 * Returns the responsible members: the root plan's owner, a source's author, otherwise the workspace's
 * owners.
 */
export async function ownersOfDocument(
  db: Db,
  { workspaceId, owner }: Pick<FoundDocument, "workspaceId" | "owner">,
): Promise<Owner[]> {
  if (owner !== "owners" && owner.userId === null) return [];
  const members = db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id as userId", "users.name"])
    .where("memberships.workspace_id", "=", workspaceId);
  const own =
    owner === "owners"
      ? members.where("memberships.role", "=", "OWNER")
      : members.where("memberships.user_id", "=", owner.userId);
  return own.orderBy("users.id").execute();
}
