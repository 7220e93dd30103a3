import type { DocumentFile } from "@groundplan/contract";
import type { Selectable } from "kysely";
import type { Tables } from "../../storage/tables.ts";

export type DocumentFileRow = Selectable<Tables["document_files"]>;

/** Returns a picture's address, as texts name it. */
export const pathOfFile = (id: string): string => `/v1/files/${id}`;

export const presentFile = ({
  id,
  name,
  bytes,
  media_type: type,
  width,
  height,
}: DocumentFileRow): DocumentFile => ({ id, path: pathOfFile(id), name, bytes, type, width, height });
