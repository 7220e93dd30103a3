import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { pathOfFile } from "../../document-files/present.ts";
import type { LinkedText } from "../token.ts";
import { plansOf } from "./read-page.ts";

/** Filters pictures to those that a link shows: of its plans and their specs, or of its spec and that one's plan. */
export async function shownPictures(db: Db, link: LinkedText, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const plans = link.spec_id === "" ? (await plansOf(db, link)).map(({ id }) => id) : [link.plan_id];
  return db
    .selectFrom("document_files")
    .leftJoin("specs", (join) =>
      join
        .onRef("specs.workspace_id", "=", "document_files.workspace_id")
        .onRef("specs.id", "=", "document_files.document_id"),
    )
    .select(["document_files.id", "document_files.document_id", "file_id", "media_type", "bytes"])
    .where("document_files.workspace_id", "=", link.workspace_id)
    .where(isOneOf(db, "document_files.id", [...new Set(ids)]))
    .where("file_id", "is not", null)
    .where("discussion_plan_id", "is", null)
    .where((where) =>
      where.or([
        isOneOf(db, "document_files.document_id", plans),
        link.spec_id === ""
          ? isOneOf(db, "specs.plan_id", plans)
          : where("document_files.document_id", "=", link.spec_id),
      ]),
    )
    .execute();
}

/** Returns a picture that a link shows; a spec's link shows those of its plan that stand in the text. */
export async function findPicture(db: Db, link: LinkedText, id: string) {
  // PostgreSQL takes no NUL.
  if (!/^[0-9a-f-]{36}$/.test(id)) return;
  const [picture] = await shownPictures(db, link, [id]);
  if (!picture || link.spec_id === "" || picture.document_id === link.spec_id) return picture;
  const spec = await db
    .selectFrom("specs")
    .select("content")
    .where("workspace_id", "=", link.workspace_id)
    .where("id", "=", link.spec_id)
    .executeTakeFirst();
  return spec?.content.includes(pathOfFile(id)) ? picture : undefined;
}
