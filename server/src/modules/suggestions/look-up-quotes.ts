import type { createSuggestion, Input, NewSuggestedSpec } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { sourcesOfIds, sourcesOfPlanById } from "../context/access.ts";
import { findQuotes, type Place } from "../context/quotes/find-quotes.ts";
import { nearestWords } from "../context/quotes/nearest-words.ts";
import { documentFor, requireSuggest } from "../documents/access.ts";
import type { PlanRow } from "../plans/access.ts";
import type { StoredSpec } from "./stored-specs.ts";

/** A quote that was looked up in a source's text, as it was then. */
export interface LookedUp {
  sourceId: string;
  quote: string;
  /** Null if the text doesn't have it. */
  place: Place | null;
  /** The most similar words of the text, for some that it doesn't have. */
  nearest: string | null;
}

/** Identifies a quote of a source. */
export const keyOf = ({ sourceId, quote }: Pick<LookedUp, "sourceId" | "quote">): string =>
  `${sourceId} ${quote}`;

/** Missing quotes per source whose nearest words are searched. */
const mostNearest = 5;

/**
 * Looks up the quotes of suggested specs before the transaction, since texts may be long. Reads no text unless the
 * actor may suggest to the plan and read all sources, which the transaction checks again.
 */
export async function lookUpQuotes(
  db: Db,
  actor: Actor,
  input: Input<typeof createSuggestion>,
): Promise<LookedUp[]> {
  const quotes = quotesBySource(input.body.specs ?? []);
  const plan = quotes.size === 0 ? null : await planFor(db, actor, input);
  if (!plan) return [];
  const sources = await sourcesOfPlanById(db, plan, [...quotes.keys()]);
  if (sources.size < quotes.size) return [];
  const all: LookedUp[] = [];
  for (const [sourceId, source] of sources) {
    const own = [...(quotes.get(sourceId) ?? [])];
    const found = await findQuotes(db, source, own);
    const missing = own.filter((quote) => !found.has(quote)).slice(0, mostNearest);
    const { workspace_id: workspaceId, text_revision: revision } = source;
    const nearest =
      missing.length === 0
        ? new Map<string, string>()
        : await nearestWords(db, { workspaceId, sourceId, revision }, missing);
    for (const quote of own)
      all.push({
        sourceId,
        quote,
        place: found.get(quote) ?? null,
        nearest: nearest.get(quote) ?? null,
      });
  }
  return all;
}

/** Returns the plan if the actor may suggest specs for it. */
async function planFor(
  db: Db,
  actor: Actor,
  { params, query }: Pick<Input<typeof createSuggestion>, "params" | "query">,
): Promise<PlanRow | null> {
  try {
    const { kind, plan } = requireSuggest(await documentFor(db, actor, params.documentId, query));
    return kind === "plan" ? plan : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Looks up the quotes of suggested specs again, in the texts of now. */
export async function lookUpAgain(
  db: Db,
  workspaceId: string,
  specs: readonly StoredSpec[],
): Promise<LookedUp[]> {
  const quotes = quotesBySource(specs);
  const all: LookedUp[] = [];
  for (const source of await sourcesOfIds(db, workspaceId, [...quotes.keys()]))
    for (const [quote, place] of await findQuotes(db, source, quotes.get(source.id) ?? []))
      all.push({ sourceId: source.id, quote, place, nearest: null });
  return all;
}

/** Returns the quotes of suggested specs, by `keyOf`, whose source has changed and lost them since. */
export async function lostQuotes(
  db: Db,
  workspaceId: string,
  specs: readonly StoredSpec[],
): Promise<Set<string>> {
  const quoted = specs.flatMap(({ from }) => from.flatMap((entry) => ("quote" in entry ? entry : [])));
  const lost = new Set<string>();
  if (quoted.length === 0) return lost;
  const bySource = Map.groupBy(quoted, ({ sourceId }) => sourceId);
  for (const source of await sourcesOfIds(db, workspaceId, [...bySource.keys()])) {
    const older = bySource.get(source.id)?.filter(({ revision }) => revision < source.text_revision) ?? [];
    if (older.length === 0) continue;
    const found = await findQuotes(db, source, new Set(older.map(({ quote }) => quote)));
    for (const entry of older) if (!found.has(entry.quote)) lost.add(keyOf(entry));
  }
  return lost;
}

/** Returns the distinct quotes of each source. */
export function quotesBySource(
  specs: readonly Pick<NewSuggestedSpec | StoredSpec, "from">[],
): Map<string, Set<string>> {
  const quotes = new Map<string, Set<string>>();
  for (const entry of specs.flatMap(({ from = [] }) => from)) {
    if (!("quote" in entry)) continue;
    const own = quotes.get(entry.sourceId) ?? new Set();
    quotes.set(entry.sourceId, own.add(entry.quote));
  }
  return quotes;
}
