import {
  type AcceptanceCriterion,
  acceptanceCriteria,
  foldSpace,
  type Quote,
  type QuoteState,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { wordsHash } from "../evidence/words.ts";
import { planHandle, specHandle } from "../handles.ts";
import { plansReadableBy } from "../plans/access.ts";

/** A criterion's quote of a source; null if the criterion's words are not in the spec any more. */
interface ListedQuote {
  id: string;
  quote: Quote | null;
}

/** Returns quotes of a source after an id, in plans that the actor can read. */
export async function quotesAfter(
  db: Db,
  actor: Actor,
  sourceId: string,
  state: QuoteState | "all",
  after: string,
  limit: number,
): Promise<ListedQuote[]> {
  const rows = await plansReadableBy(db, actor)
    .innerJoin("criterion_sources as cited", (join) =>
      join.onRef("cited.workspace_id", "=", "plans.workspace_id").onRef("cited.plan_id", "=", "plans.id"),
    )
    .innerJoin("anchors", (join) =>
      join
        .onRef("anchors.workspace_id", "=", "cited.workspace_id")
        .onRef("anchors.id", "=", "cited.anchor_id"),
    )
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "cited.workspace_id").onRef("specs.id", "=", "cited.spec_id"),
    )
    .clearSelect()
    .select(["cited.id", "cited.words_hash", "cited.spec_id", "anchors.exact", "anchors.state"])
    .select(["plans.number as plan_number", "specs.number as spec_number"])
    .where("cited.source_id", "=", sourceId)
    .where("cited.id", ">", after)
    .$if(state !== "all", (query) => query.where("anchors.state", "=", state as QuoteState))
    .orderBy("cited.id")
    .limit(limit)
    .execute();
  const criteria = await criteriaOf(
    db,
    actor.workspaceId,
    rows.map(({ spec_id }) => spec_id),
  );
  return rows.map((row) => {
    const criterion = criteria.get(row.spec_id)?.get(row.words_hash);
    if (!criterion) return { id: row.id, quote: null };
    const quote: Quote = {
      planShortId: planHandle(row.plan_number),
      specShortId: specHandle(row.spec_number),
      criterion,
      quote: foldSpace(row.exact),
      state: row.state,
    };
    return { id: row.id, quote };
  });
}

/** Returns the current criteria of specs by the hash of their words; of equal ones the first. */
async function criteriaOf(
  db: Db,
  workspaceId: string,
  specIds: readonly string[],
): Promise<Map<string, Map<string, Quote["criterion"]>>> {
  if (specIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("specs")
    .select(["id", "content"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", [...new Set(specIds)]))
    .execute();
  return new Map(rows.map(({ id, content }) => [id, byWords(acceptanceCriteria(content))]));
}

function byWords(criteria: readonly AcceptanceCriterion[]): Map<string, Quote["criterion"]> {
  const byHash = new Map<string, Quote["criterion"]>();
  for (const [index, { id, text }] of criteria.entries()) {
    const hash = wordsHash(text);
    if (!byHash.has(hash)) byHash.set(hash, { id, text, number: index + 1 });
  }
  return byHash;
}
