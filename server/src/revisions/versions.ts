import { credentialOf } from "../events/credential.ts";
import { personOf } from "../events/person.ts";
import type { RevisionRow } from "./revisions.ts";

/** The largest `seq` that both databases hold. */
export const latest = 2 ** 31 - 1;

/** Returns the `seq` of a path; 0, which does not exist, for a malformed one. */
export const seqOf = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);

/** Returns a version as every list of versions shows it. */
export const presentVersion = (row: RevisionRow) => ({
  seq: row.seq,
  version: row.version,
  actor: row.actor_name,
  author: personOf(row.actor_user_id, row.author_name),
  credential: credentialOf(row),
  ...(row.suggested_by === null ? {} : { suggestedBy: personOf(row.suggested_by, row.suggester_name) }),
  message: row.message,
  op: row.op,
  createdAt: row.created_at,
  characters: row.characters,
});
