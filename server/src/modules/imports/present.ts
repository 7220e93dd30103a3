import type { ImportResult } from "@groundplan/contract";
import { planHandle, specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import type { PlanDecision } from "./decide-plan.ts";
import type { SpecDecision } from "./decide-spec.ts";
import type { Target } from "./find-plans.ts";
import type { KnownSpec } from "./known.ts";
import type { Match } from "./match-specs.ts";
import type { SourceSpec } from "./source.ts";

/** A plan's result without its context sources. */
type PlanResult = Omit<ImportResult["plans"][number], "sources">;

/** A spec's result, and its id if it exists. */
export interface SpecReport {
  id: string | null;
  spec: PlanResult["specs"][number];
}

/** A plan's result, and the ids of shown specs. */
export interface PlanReport {
  plan: PlanResult;
  specIds: string[];
}

/** Returns the result of a matched spec: merged, or created unless in a dry run. */
export function presentSpec(
  match: Match,
  merged: ReadonlyMap<string, SpecDecision>,
  created: ReadonlyMap<SourceSpec, { id: string; number: number }>,
): SpecReport {
  const { externalRef, title } = match.source;
  const nothing = { changed: [], conflicts: [] };
  if (match.kind === "found") {
    const { spec } = match;
    const { after = spec, changed = [], conflicts = [], notes = [] } = merged.get(spec.id) ?? {};
    const outcome = changed.length > 0 ? ("updated" as const) : ("unchanged" as const);
    const specShortId = specHandle(spec.number);
    return {
      id: spec.id,
      spec: {
        externalRef,
        specShortId,
        title: after.title,
        outcome,
        changed,
        conflicts,
        ...(notes.length > 0 ? { notes } : {}),
      },
    };
  }
  if (match.kind !== "new")
    return { id: null, spec: { externalRef, specShortId: null, title, outcome: match.kind, ...nothing } };
  const made = created.get(match.source);
  const specShortId = made ? specHandle(made.number) : null;
  return { id: made?.id ?? null, spec: { externalRef, specShortId, title, outcome: "created", ...nothing } };
}

/** Adds changes of needs, parents or comments to a spec's result. */
export function addToReport(
  report: SpecReport,
  {
    changed,
    notes = [],
    conflicts = [],
  }: { changed: string[] } & Partial<Pick<PlanResult["specs"][number], "notes" | "conflicts">>,
): void {
  const { spec } = report;
  const isUpdated = changed.length > 0 && spec.outcome === "unchanged";
  report.spec = {
    ...spec,
    outcome: isUpdated ? "updated" : spec.outcome,
    changed: spec.outcome === "created" ? spec.changed : [...spec.changed, ...changed],
    conflicts: [...spec.conflicts, ...conflicts],
    ...(notes.length > 0 ? { notes: [...(spec.notes ?? []), ...notes] } : {}),
  };
}

/** Returns the result of a spec missing from the source, under its imported reference. */
export function presentVanished({ spec, externalRef }: { spec: KnownSpec; externalRef: string }): SpecReport {
  const { id, title, number } = spec;
  const nothing = { changed: [], conflicts: [] };
  return {
    id,
    spec: { externalRef, specShortId: specHandle(number), title, outcome: "vanished", ...nothing },
  };
}

/** Returns the result of a skipped archived plan. */
export function presentArchived({ source, plan }: Target): PlanReport {
  return {
    plan: {
      ...named(source.externalRef, plan, plan?.name ?? source.name),
      outcome: "archived",
      changed: [],
      conflicts: [],
      created: 0,
      updated: 0,
      unchanged: 0,
      specs: [],
    },
    specIds: [],
  };
}

/**
 * Returns a plan's result; `before` is null for a new one. Unaffected specs, and those of new plans, are only
 * counted.
 */
export function presentPlan(
  { source, plan }: Target,
  before: PlanRow | null,
  merged: PlanDecision | null,
  specs: readonly SpecReport[],
): PlanReport {
  const count = (outcome: string) => specs.filter(({ spec }) => spec.outcome === outcome).length;
  const reports = specs.filter(({ spec }) =>
    spec.outcome === "unchanged" || (spec.outcome === "created" && !before)
      ? spec.conflicts.length > 0 || spec.notes !== undefined
      : true,
  );
  const changed = merged?.changed ?? [];
  return {
    plan: {
      ...named(source.externalRef, plan, merged?.name ?? before?.name ?? source.name),
      outcome: !before ? "created" : changed.length > 0 ? "updated" : "unchanged",
      changed,
      conflicts: merged?.conflicts ?? [],
      created: count("created"),
      updated: count("updated"),
      unchanged: count("unchanged"),
      specs: reports.map(({ spec }) => spec),
    },
    specIds: reports.flatMap(({ id }) => id ?? []),
  };
}

const named = (externalRef: string, plan: PlanRow | null, name: string) => ({
  externalRef,
  planId: plan?.id ?? null,
  planShortId: plan ? planHandle(plan.number) : null,
  name,
});
