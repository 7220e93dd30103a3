import { newId, now } from "../../ids.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import { insertInto } from "../../storage/statement.ts";
import type { PlanRow } from "../plans/access.ts";
import { type DocumentFileRow, pathOfFile } from "./present.ts";

const address = /\/v1\/files\/([0-9a-f-]{36})/g;

/**
 * Gives the texts of new documents pictures of their own: those of any document of the original's tree, which has the same
 * readers. Others keep their address. Returns the texts in the same order.
 */
export async function ownPictures(
  tx: Tx,
  original: Pick<PlanRow, "workspace_id" | "root_plan_id">,
  texts: readonly { documentId: string; text: string }[],
): Promise<string[]> {
  const shown = texts.map(({ text }) => new Set([...text.matchAll(address)].map(([, id = ""]) => id)));
  const ids = shown.flatMap((some) => [...some]);
  if (ids.length === 0) return texts.map(({ text }) => text);
  const pictures = new Map((await picturesOfTree(tx, original, ids)).map((row) => [row.id, row]));
  const copies: DocumentFileRow[] = [];
  const copied = texts.map(({ documentId, text }, at) => {
    const own = new Map<string, string>();
    for (const id of shown[at] ?? []) {
      const picture = pictures.get(id);
      if (!picture) continue;
      const copy = copyOf(picture, documentId);
      copies.push(copy);
      own.set(id, copy.id);
    }
    return text.replace(address, (path, id: string) => {
      const copy = own.get(id);
      return copy === undefined ? path : pathOfFile(copy);
    });
  });
  await insertRows(tx, copies);
  return copied;
}

const insertRows = insertInto("document_files");

/** Both rows show the same stored file, which stays as long as one of them does. */
const copyOf = (picture: DocumentFileRow, documentId: string): DocumentFileRow => ({
  workspace_id: picture.workspace_id,
  id: newId(),
  document_id: documentId,
  discussion_plan_id: null,
  file_id: picture.file_id,
  name: picture.name,
  media_type: picture.media_type,
  bytes: picture.bytes,
  width: picture.width,
  height: picture.height,
  created_at: now(),
  unshown_since: null,
  removed_at: null,
});

/** Filters pictures to those that are still there, of plans and specs of the original's tree. */
const picturesOfTree = (
  tx: Tx,
  { workspace_id, root_plan_id }: Pick<PlanRow, "workspace_id" | "root_plan_id">,
  ids: readonly string[],
) =>
  tx
    .selectFrom("document_files")
    .leftJoin("specs", (join) =>
      join
        .onRef("specs.workspace_id", "=", "document_files.workspace_id")
        .onRef("specs.id", "=", "document_files.document_id"),
    )
    .innerJoin("plans", (join) =>
      join
        .onRef("plans.workspace_id", "=", "document_files.workspace_id")
        .on((on) => on.eb("plans.id", "=", on.fn.coalesce("specs.plan_id", "document_files.document_id"))),
    )
    .selectAll("document_files")
    .where("document_files.workspace_id", "=", workspace_id)
    .where(isOneOf(tx, "document_files.id", [...new Set(ids)]))
    .where("document_files.file_id", "is not", null)
    .where("plans.root_plan_id", "=", root_plan_id)
    .execute();
