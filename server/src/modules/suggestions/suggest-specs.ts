import { acceptanceCriteria, type NewSuggestedSpec, suggestedSpecLimits } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import { ApiError, inField, invalid, invalidFields, notFound } from "../../errors.ts";
import { newId } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { sourcesOfPlanById } from "../context/access.ts";
import { type FoundDocument, requireSuggest } from "../documents/access.ts";
import type { PlanRow } from "../plans/access.ts";
import { requireRoomForQuotes } from "../quotes/add-sources.ts";
import { readiness } from "../specs/readiness/index.ts";
import { findSpecs } from "../specs/writes/find-specs.ts";
import {
  idsOfRefs,
  referencesOf,
  refuseCycles,
  resolve,
  type UnresolvedSpec,
} from "../specs/writes/new-specs.ts";
import { keyOf, type LookedUp, quotesBySource } from "./look-up-quotes.ts";
import { countOpenSuggestions } from "./store.ts";
import type { StoredFrom, StoredSpec } from "./stored-specs.ts";

/** Open suggestions of a plan, with and without specs. */
const mostOpen = 200;

const pathOf = (at: number) => `/specs/${at}`;

/**
 * Returns the specs of a new suggestion as they are stored. Needs and sources are resolved before the right to
 * suggest is checked: 404, 403, 409. `lookedUp` has their quotes. `besides` are the other specs of a suggestion that
 * exists already, which keep what they quote.
 */
export async function suggestSpecs(
  tx: Tx,
  actor: Actor,
  document: FoundDocument,
  bodies: readonly NewSuggestedSpec[] | undefined,
  lookedUp: readonly LookedUp[],
  besides: readonly StoredSpec[] | null = null,
): Promise<StoredSpec[]> {
  if (bodies === undefined) return [];
  const { plan, kind } = document;
  if (kind !== "plan" || !plan) throw invalid("/specs", "is for a plan's document; leave it out");
  bodies.forEach(checkCriteria);
  const unresolved = [
    ...bodies.map((body, at) => ({ id: newId(), body, path: pathOf(at) })),
    ...withOwnNeeds(besides ?? [], bodies),
  ];
  const find = await findSpecs(tx, actor, plan, bodies.flatMap(referencesOf), idsOfRefs(unresolved));
  const resolved = unresolved.map((spec) => resolve(spec, find, plan.id));
  const sources = await sourcesOfPlanById(tx, plan, [...quotesBySource(bodies).keys()]);
  requireSources(bodies, (sourceId) => sources.has(sourceId));
  requireSuggest(document);
  // One that came just now was not looked up.
  const read = new Set(lookedUp.map(({ sourceId }) => sourceId));
  requireSources(bodies, (sourceId) => read.has(sourceId));
  refuseCycles(resolved);
  if (besides === null) await requireRoom(tx, plan);
  const withPlace = placesOf(bodies, lookedUp);
  const found = lookedUp.map(({ sourceId, place }) => ({ sourceId, anchor: place?.anchor ?? null }));
  await requireRoomForQuotes(tx, plan.workspace_id, found);
  const planIsOpen = plan.has_open_questions === 1;
  const specs: StoredSpec[] = [];
  const turn = takeTurns();
  for (const { ref, title, content, effort = null, needsFirst = [], from = [] } of bodies) {
    await turn();
    const graded = readiness({ title, content, effort, danglingNeeds: [], planIsOpen });
    specs.push({ ref, title, content, effort, needsFirst, from: from.map(withPlace), ...graded });
  }
  return specs;
}

/** Returns specs that a suggestion has already, with those of their needs that are in it. */
function withOwnNeeds(besides: readonly StoredSpec[], bodies: readonly NewSuggestedSpec[]): UnresolvedSpec[] {
  const refs = new Set([...besides, ...bodies].map(({ ref }) => ref));
  return besides.map(({ ref, title, content, needsFirst }) => ({
    id: newId(),
    body: { ref, title, content, needsFirst: needsFirst.filter((need) => refs.has(need)) },
    path: "/specs",
  }));
}

/** Throws 404 for a source that is not known, such as one that the plan neither has nor inherits. */
function requireSources(bodies: readonly NewSuggestedSpec[], isKnown: (sourceId: string) => boolean): void {
  for (const [at, { from = [] }] of bodies.entries())
    for (const [n, entry] of from.entries())
      if ("sourceId" in entry && !isKnown(entry.sourceId))
        throw inField(`${pathOf(at)}/from/${n}/sourceId`, notFound("context source of this plan"));
}

async function requireRoom(tx: Tx, plan: PlanRow): Promise<void> {
  const open = await countOpenSuggestions(tx, plan);
  if (open >= mostOpen)
    throw new ApiError(
      "too_many_anchors",
      `The plan has ${open} open suggestions, of at most ${mostOpen}. Decide or withdraw some first.`,
    );
}

/** Throws 400 for an entry of a criterion that the text doesn't have, and for too many of one. */
function checkCriteria({ content, from = [] }: NewSuggestedSpec, at: number): void {
  if (from.length === 0) return;
  const count = acceptanceCriteria(content).length;
  const entries = new Map<number, number>();
  for (const [n, { criterion }] of from.entries()) {
    const path = `${pathOf(at)}/from/${n}/criterion`;
    if (criterion > count)
      throw invalid(path, `names no criterion: \`content\` has ${count === 0 ? "none" : `1 to ${count}`}`);
    const more = (entries.get(criterion) ?? 0) + 1;
    if (more > suggestedSpecLimits.from)
      throw invalid(path, `has more than ${suggestedSpecLimits.from} entries`);
    entries.set(criterion, more);
  }
}

/** Returns a function that adds the place of a quote. Throws 400 for all quotes that are not in their source. */
function placesOf(bodies: readonly NewSuggestedSpec[], lookedUp: readonly LookedUp[]) {
  type New = NonNullable<NewSuggestedSpec["from"]>[number];
  const known = new Map(lookedUp.map((found) => [keyOf(found), found]));
  const missing = bodies.flatMap(({ from = [] }, at) =>
    from.flatMap((entry, n) => {
      const found = "quote" in entry ? known.get(keyOf(entry)) : null;
      if (found === null || found?.place) return [];
      const nearest = found?.nearest ? `; the nearest words there are “${found.nearest}”` : "";
      return [
        { path: `${pathOf(at)}/from/${n}/quote`, message: `doesn't stand in the source's text${nearest}` },
      ];
    }),
  );
  if (missing.length > 0) throw invalidFields(missing);
  return (entry: New): StoredFrom => {
    if ("assumed" in entry) return entry;
    const place = known.get(keyOf(entry))?.place;
    if (!place) throw new Error("A quote without a place was refused before.");
    const { start, end, revision } = place.anchor;
    return { ...entry, start, end, revision };
  };
}
