import { type AcceptanceCriterion, type CriterionSource, foldSpace } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { wordsHash } from "../evidence/words.ts";
import { readableSources } from "./readable-sources.ts";

/** Entries per criterion in an answer, also when equal words share theirs. */
const mostShown = 5;

/** An entry for a criterion's words; null if it is hidden from the actor. */
type Entry = Exclude<CriterionSource, { hidden: true }> | null;

/** Entries by the hash of a criterion's words. */
type SourcesOfCriteria = ReadonlyMap<string, readonly Entry[]>;

/** Returns the entries of a spec's criterion, given with its number. */
export const sourcesOf = (
  sources: SourcesOfCriteria,
  { text }: Pick<AcceptanceCriterion, "text">,
  number: number,
): CriterionSource[] =>
  sources.size === 0
    ? []
    : (sources.get(wordsHash(text)) ?? []).map((entry) => entry ?? { criterion: number, hidden: true });

/** Returns where a spec's criteria come from, as far as the actor can read it; only suggested specs have it. */
export async function sourcesOfCriteria(
  db: Db,
  actor: Actor,
  spec: { id: string; origin: unknown },
): Promise<SourcesOfCriteria> {
  if (spec.origin === null) return new Map();
  const rows = await entriesOfSpec(db, { workspaceId: actor.workspaceId, specId: spec.id });
  const titles = await readableSources(
    db,
    actor,
    rows.flatMap(({ source_id }) => source_id ?? []),
  );
  const entries = new Map<string, Entry[]>();
  for (const { words_hash, source_id, exact, state } of rows) {
    const own = entries.get(words_hash) ?? [];
    entries.set(words_hash, own);
    const title = source_id === null ? undefined : titles.get(source_id);
    if (own.length === mostShown) continue;
    if (source_id === null) own.push({ assumed: true });
    else if (title === undefined || exact === null || state === null) own.push(null);
    else own.push({ sourceId: source_id, title, quote: foldSpace(exact), state });
  }
  return entries;
}

const entriesOfSpec = statement((db, param: Param<{ workspaceId: string; specId: string }>) =>
  db
    .selectFrom("criterion_sources")
    .leftJoin("anchors", (join) =>
      join
        .onRef("anchors.workspace_id", "=", "criterion_sources.workspace_id")
        .onRef("anchors.id", "=", "criterion_sources.anchor_id"),
    )
    .select(["words_hash", "source_id", "anchors.exact", "anchors.state"])
    .where("criterion_sources.workspace_id", "=", param("workspaceId"))
    .where("criterion_sources.spec_id", "=", param("specId"))
    .orderBy("criterion_sources.id"),
);
