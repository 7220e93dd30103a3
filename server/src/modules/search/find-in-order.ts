import { sql } from "kysely";
import { isOneOfList } from "../../storage/dialect.ts";
import { candidatesOf } from "./candidates.ts";
import { fewReadable } from "./few-readable.ts";
import { canBeRead } from "./readable.ts";
import type { FindInSpan, FoundInSpan } from "./span-query.ts";

/**
 * Searches PostgreSQL by looking up candidates in result order until the page is full, since common words
 * have many. For readers of few documents those come first.
 */
export const findInOrder: FindInSpan = async (db, actor, wanted, page) => {
  const { workspaceId } = actor;
  const { kind } = wanted;
  const { how, limit } = page;
  const few = how.isWide ? await fewReadable(db, actor, wanted, Math.ceil(how.parts / 4)) : undefined;
  // "offset 0" fixes the plan, which would otherwise read all documents.
  const { rows } = await sql<FoundInSpan>`
    ${candidatesOf(db, actor, wanted, page)}
    select known.kind, known.document_id as id, found.document as number, found.part, found.rank
    from (select * from candidates ${few ? sql`where ${isOneOfList(db, "document", few, "integer")}` : sql``}
      order by rank, document desc offset 0) as found
    cross join lateral (
      select * from search_documents
      where id = found.document and workspace_id = ${workspaceId}
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      offset 0
    ) as known
    ${few ? sql`` : sql`where ${canBeRead(db, actor, wanted, sql`(select known.plan_id)`)}`}
    order by found.rank, found.document desc limit ${limit}`.execute(db);
  return rows;
};
