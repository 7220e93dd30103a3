import { readDocumentId } from "../../anchors/document-id.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { FoundDocument } from "./document.ts";

export interface Owner {
  userId: string;
  name: string;
}

/**
 * Returns who answers for a document: the owner of its root plan, who added a source, else the owners of the workspace.
 * Somebody who is no member any more is left out.
 */
export const ownersOfDocument = (db: Db, document: Pick<FoundDocument, "workspaceId" | "owner">) =>
  membersWho(db, document.workspaceId, document.owner);

/** Returns the same for the id of a document, for the service's own work; a document that is gone has no owners. */
export async function ownersOf(db: Db, workspaceId: string, documentId: string): Promise<Owner[]> {
  const ref = readDocumentId(documentId);
  if (!ref) return [];
  if (ref.kind !== "item") return membersWho(db, workspaceId, "owners");
  const [found] = await ownerOfItem(db, { workspaceId, id: ref.id });
  return membersWho(db, workspaceId, { userId: found?.user_id ?? null });
}

async function membersWho(db: Db, workspaceId: string, who: FoundDocument["owner"]): Promise<Owner[]> {
  if (who !== "owners" && who.userId === null) return [];
  const members = db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id as userId", "users.name"])
    .where("memberships.workspace_id", "=", workspaceId);
  const own =
    who === "owners"
      ? members.where("memberships.role", "=", "OWNER")
      : members.where("memberships.user_id", "=", who.userId);
  return own.orderBy("users.id").execute();
}

const ownerOfItem = statement((db, param: Param<{ workspaceId: string; id: string }>) => {
  const roots = db
    .selectFrom("plans")
    .innerJoin("plans as root", (join) =>
      join.onRef("root.workspace_id", "=", "plans.workspace_id").onRef("root.id", "=", "plans.root_plan_id"),
    )
    .select("root.owner_user_id as user_id")
    .where("plans.workspace_id", "=", param("workspaceId"));
  return roots
    .where("plans.id", "=", param("id"))
    .unionAll(
      roots
        .innerJoin("specs", (join) =>
          join.onRef("specs.workspace_id", "=", "plans.workspace_id").onRef("specs.plan_id", "=", "plans.id"),
        )
        .where("specs.id", "=", param("id")),
    )
    .unionAll(
      db
        .selectFrom("context_sources")
        .select((own) => own.ref("added_by").$castTo<string | null>().as("user_id"))
        .where("workspace_id", "=", param("workspaceId"))
        .where("id", "=", param("id")),
    );
});
