import { credentialOf } from "../events/credential.ts";
import { personOf } from "../events/person.ts";
import type { RevisionRow } from "./revisions.ts";

/** Largest `seq` of both databases. */
export const latest = 2 ** 31 - 1;

/** Parses a `seq`; malformed ones become 0, which doesn't exist. */
export const seqOf = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);

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
