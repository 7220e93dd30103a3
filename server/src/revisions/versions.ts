import type { Selectable } from "kysely";
import type { Tables } from "../storage/tables.ts";

/** The largest `seq` that both databases hold. */
export const latest = 2 ** 31 - 1;

/** Returns the `seq` of a path; 0, which does not exist, for a malformed one. */
export const seqOf = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);

type Row = Pick<
  Selectable<Tables["revisions"]>,
  "seq" | "version" | "op" | "characters" | "message" | "actor_name" | "created_at"
>;

/** Returns a version as every list of versions shows it. */
export const presentVersion = (row: Row) => ({
  seq: row.seq,
  version: row.version,
  actor: row.actor_name,
  message: row.message,
  op: row.op,
  createdAt: row.created_at,
  characters: row.characters,
});
