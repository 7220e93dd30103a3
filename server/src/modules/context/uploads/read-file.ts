import { getPlanSourceFile, getProjectSourceFile, getSourceFile, type RawFile } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { read } from "../../../dispatch/handlers.ts";
import { notFound } from "../../../errors.ts";
import { readFile } from "../../../files/read-file.ts";
import type { Db } from "../../../storage/dialect.ts";
import { readableSource, type SourcePath } from "../access.ts";

/** Returns a source's file as uploaded, named by its title. */
async function get(db: Db, actor: Actor, { params }: { params: SourcePath }): Promise<RawFile> {
  const { source } = await readableSource(db, actor, params);
  if (source.file_id === null) throw notFound("file of the context source");
  return {
    name: source.title,
    mediaType: source.media_type ?? "",
    bytes: source.size_bytes ?? 0,
    content: readFile(db, source.workspace_id, source.file_id),
  };
}

export const readSourceFiles = [
  read(getSourceFile, get),
  read(getProjectSourceFile, get),
  read(getPlanSourceFile, get),
];
