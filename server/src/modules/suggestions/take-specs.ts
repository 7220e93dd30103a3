import { acceptanceCriteria, type TakenSpec } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Anchor } from "../../anchors/anchor.ts";
import { ApiError, invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { sourcesOfIds } from "../context/access.ts";
import type { PlanRow } from "../plans/access.ts";
import { syncPlanStatus } from "../plans/status.ts";
import { addSources, type NewSource, type QuoteOf } from "../quotes/add-sources.ts";
import type { SpecRow } from "../specs/access.ts";
import { specEvent } from "../specs/events.ts";
import { insertResolved } from "../specs/writes/add-specs.ts";
import { type FindSpec, findSpecs } from "../specs/writes/find-specs.ts";
import { idsOfRefs, type ResolvedSpec, referencesOf, resolve } from "../specs/writes/new-specs.ts";
import { keyOf, type LookedUp } from "./look-up-quotes.ts";
import type { SuggestionRow } from "./store.ts";
import { quotedSources, type StoredQuote, type StoredSpec, storedSpecs, versionOf } from "./stored-specs.ts";

/** A suggested spec as somebody takes it. */
export interface Taken {
  stored: StoredSpec;
  title: string;
  content: string;
  effort: number | null;
  /** The version that was read, if the caller names it. */
  version: number | undefined;
  /** The JSON Pointer of the place that names it. */
  path: string;
}

/** Created specs by `ref`, and the needs that were dropped. */
export interface TakenResult {
  specs: ReadonlyMap<string, SpecRow>;
  dropped: { ref: string; needs: string[] }[];
}

/** Returns the specs to take, in the order given; all if none are named. Throws 400 for an unknown one. */
export function takenSpecs(stored: readonly StoredSpec[], wanted: readonly TakenSpec[] | undefined): Taken[] {
  const byRef = new Map(stored.map((spec) => [spec.ref, spec]));
  const taken = new Map<string, Taken>();
  const named = wanted ?? stored.map(({ ref }) => ref);
  for (const [n, want] of named.entries()) {
    const path = wanted ? `/specs/${n}` : "/specs";
    const change: Exclude<TakenSpec, string> = typeof want === "string" ? { ref: want } : want;
    const spec = byRef.get(change.ref);
    if (!spec) throw invalid(path, unknownRef([...byRef.keys()]));
    if (taken.has(change.ref)) throw invalid(path, "names a spec twice");
    const { title = spec.title, content = spec.content, effort = spec.effort, version } = change;
    taken.set(change.ref, { stored: spec, title, content, effort, version, path });
  }
  return [...taken.values()];
}

/** Returns the `ref`s of specs that have been replaced since the version that the caller has read. */
export const replacedSince = (taken: readonly Taken[]): Set<string> =>
  new Set(
    taken.flatMap(({ stored, version }) =>
      version === undefined || version === versionOf(stored) ? [] : stored.ref,
    ),
  );

const unknownRef = (known: readonly string[]) =>
  known.length === 0
    ? "names no spec of the suggestion, which has none"
    : `names no spec of the suggestion, which has ${known.join(", ").slice(0, 500)}`;

/** Creates taken specs of a suggestion in its plan as one batch, with the sources of their criteria. */
export async function takeSpecs(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  suggestion: SuggestionRow,
  taken: readonly Taken[],
  lookedUp: readonly LookedUp[],
): Promise<TakenResult> {
  const { resolved, dropped } = await resolveTaken(tx, actor, plan, storedSpecs(suggestion), taken);
  const { specs: rows, events } = await insertResolved(tx, actor, plan, resolved, suggestion.id);
  await appendEvents(tx, actor, [
    ...rows.map((spec) => specEvent("spec.created", plan, spec)),
    ...events,
    ...(await syncPlanStatus(tx, plan, rows)),
  ]);
  const stored = taken.map((spec) => spec.stored);
  const placeOf = await placesNow(tx, plan.workspace_id, stored, lookedUp);
  const sources = stored.flatMap(({ content, from }, at) => {
    const spec = expectOne(rows.slice(at, at + 1));
    // The criteria as they were suggested, whatever was made of the text since.
    const criteria = from.length === 0 ? [] : acceptanceCriteria(content);
    return from.map(
      (entry): NewSource => ({
        spec,
        words: criteria[entry.criterion - 1]?.text ?? "",
        from: "assumed" in entry ? null : placeOf(entry),
      }),
    );
  });
  await addSources(tx, plan.workspace_id, sources);
  const specs = new Map(rows.map((row, at) => [stored[at]?.ref ?? "", row]));
  return { specs, dropped };
}

/** Returns the specs to create, without needs of specs that are not taken. Throws 400 for a need that has gone. */
async function resolveTaken(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  suggested: readonly StoredSpec[],
  taken: readonly Taken[],
): Promise<{ resolved: ResolvedSpec[]; dropped: TakenResult["dropped"] }> {
  const refs = new Set(suggested.map(({ ref }) => ref));
  const left = refs.difference(new Set(taken.map(({ stored }) => stored.ref)));
  const unresolved = taken.map(({ stored: { ref, needsFirst: needs }, title, content, effort, path }) => ({
    id: newId(),
    body: { ref, title, content, effort, needsFirst: needs.filter((need) => !left.has(need)) },
    path,
  }));
  const references = unresolved.flatMap(({ body }) => referencesOf(body));
  const find = await findSpecs(tx, actor, plan, references, idsOfRefs(unresolved));
  const resolved = unresolved.map((spec) => resolve(spec, orGone(find, spec.path), plan.id));
  const dropped = taken.flatMap(({ stored: { ref, needsFirst } }) => {
    const needs = needsFirst.filter((need) => left.has(need));
    return needs.length === 0 ? [] : [{ ref, needs }];
  });
  return { resolved, dropped };
}

/** Returns a function that finds needs of the spec at `path`, and throws 400 for one that has gone. */
const orGone =
  (find: FindSpec, path: string): FindSpec =>
  (need) => {
    try {
      return find(need, path);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "not_found")) throw error;
      const gone = need.includes("/")
        ? "a spec of another plan that has gone or that you can't read"
        : `${need}, which has gone`;
      throw invalid(path, `needs ${gone}: leave this spec out`);
    }
  };

/**
 * Returns a function that places a quote in its source's current text. One whose words were not found there is
 * orphaned at first, where it was when it was suggested; a job searches on.
 */
async function placesNow(
  tx: Tx,
  workspaceId: string,
  stored: readonly StoredSpec[],
  lookedUp: readonly LookedUp[],
) {
  const rows = await sourcesOfIds(tx, workspaceId, quotedSources(stored));
  const sources = new Map(rows.map((source) => [source.id, source]));
  const places = new Map(lookedUp.map((found) => [keyOf(found), found.place]));
  return (entry: StoredQuote): QuoteOf => {
    const { sourceId, quote: exact, start, end, revision } = entry;
    const source = sources.get(sourceId);
    if (!source) return { sourceId, anchor: null };
    const place = places.get(keyOf(entry));
    if (place?.textRevision === source.text_revision)
      return { sourceId, anchor: { ...place.anchor, revision: source.revision } };
    const anchor: Anchor = { exact, prefix: "", suffix: "", start, end, revision, state: "orphaned" };
    return { sourceId, anchor };
  };
}
