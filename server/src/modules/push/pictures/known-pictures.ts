import type { Selectable } from "kysely";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import type { LedgerScope } from "../ledger/ledger.ts";

type FileColumns = "id" | "file_id" | "name" | "media_type";
type StateColumns = "state" | "address" | "error" | "push_id";

/** A picture that a text shows, and what the tracker has of it. */
export interface KnownPicture extends Pick<Selectable<Tables["document_files"]>, FileColumns> {
  sent: Pick<Selectable<Tables["pushed_pictures"]>, StateColumns> | null;
}

/** The plan or spec of a text; a spec may show its plan's pictures. */
export interface Owner {
  entityId: string;
  planId: string;
}

/** Returns a text's own pictures by id. `issueId` is "" if pictures are the account's, null if there is no issue yet. */
export async function knownPictures(
  db: Db,
  { workspaceId, connectionId }: Pick<LedgerScope, "workspaceId" | "connectionId">,
  { entityId, planId }: Owner,
  ids: readonly string[],
  issueId: string | null,
): Promise<Map<string, KnownPicture>> {
  const files = await db
    .selectFrom("document_files")
    .select(["id", "file_id", "name", "media_type"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .where("document_id", "in", [entityId, planId])
    .execute();
  const sent =
    issueId === null
      ? []
      : await db
          .selectFrom("pushed_pictures")
          .select(["picture_id", "state", "address", "error", "push_id"])
          .where("workspace_id", "=", workspaceId)
          .where("connection_id", "=", connectionId)
          .where("issue_id", "=", issueId)
          .where(isOneOf(db, "picture_id", ids))
          .execute();
  const byId = new Map(sent.map(({ picture_id, ...row }) => [picture_id, row] as const));
  return new Map(files.map((file) => [file.id, { ...file, sent: byId.get(file.id) ?? null }]));
}
