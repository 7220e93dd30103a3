import type { SpecStatus } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import type { NewEvent } from "../../events/append.ts";
import { pagesOf } from "../../pages-of.ts";
import type { Db } from "../../storage/dialect.ts";
import { changeSpecs } from "../specs/writes/change-specs.ts";
import { createSpecs } from "./apply-specs.ts";
import type { Target } from "./find-plans.ts";
import type { ImportedSpec } from "./imported-spec.ts";
import type { Known } from "./known.ts";
import { matchSpecs } from "./match-specs.ts";
import { mergeSpecs } from "./merge-specs.ts";
import { presentSpec, presentVanished, type SpecReport } from "./present.ts";
import type { How, SourceSpec } from "./source.ts";
import type { ImportedRow } from "./store.ts";

/** Specs merged at once, of up to 256 KB each. */
const specsAtOnce = 100;

export interface ImportedSpecs {
  specs: ImportedSpec[];
  reports: SpecReport[];
  /** Deleted specs that the source still has. */
  gone: { id: string; source: SourceSpec }[];
  /** The next bases, for `replaceBases`. */
  bases: ImportedRow[];
  events: NewEvent[];
  /** Specs that are new or changed status. */
  arrived: { status: SpecStatus }[];
}

/** Imports a plan's specs; the target has a plan unless a dry run would create it. */
export async function importSpecs(
  db: Db,
  actor: Actor,
  { source, path, plan }: Target,
  known: Known,
  how: How,
): Promise<ImportedSpecs> {
  const { dryRun } = how;
  const { matches, vanished } = matchSpecs(known, source.specs, how);
  const pathOf = new Map(source.specs.map((spec, index) => [spec, `${path}/specs/${index}`]));
  const result: ImportedSpecs = { specs: [], gone: [], reports: [], bases: [], events: [], arrived: [] };
  const turn = takeTurns();
  for (const batch of pagesOf(matches, specsAtOnce)) {
    await turn();
    const found = batch.filter((match) => match.kind === "found");
    const merged = await mergeSpecs(db, actor, found, how, turn);
    const fresh = batch.flatMap((match) => (match.kind === "new" ? [match.source] : []));
    const created = new Map<SourceSpec, { id: string; number: number }>();
    if (plan && !dryRun) {
      for (const { from, spec, base, event } of await createSpecs(db, actor, plan, fresh, pathOf)) {
        created.set(from, spec);
        result.bases.push(base);
        result.arrived.push(spec);
        result.events.push(event);
      }
      const changes = [...merged.values()].filter(({ changed }) => changed.length > 0);
      result.events.push(...(await changeSpecs(db, actor, plan, changes)));
    }
    for (const { base, changed, after } of merged.values()) {
      if (base) result.bases.push(base);
      if (changed.includes("status")) result.arrived.push(after);
    }
    for (const match of batch) {
      const report = presentSpec(match, merged, created);
      result.reports.push(report);
      if (match.kind === "deleted" && match.id !== undefined)
        result.gone.push({ id: match.id, source: match.source });
      if (match.kind !== "found" && match.kind !== "new") continue;
      const { source: from } = match;
      const spec = match.kind === "found" ? match.spec : created.get(from);
      const { id, number } = spec ?? { id: null, number: null };
      const base = match.kind === "found" ? match.base : undefined;
      result.specs.push({ source: from, id, number, isNew: match.kind === "new", base, report });
    }
  }
  result.reports.push(...vanished.map(presentVanished));
  return result;
}
