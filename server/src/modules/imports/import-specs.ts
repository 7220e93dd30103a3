import type { SpecStatus } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import type { NewEvent } from "../../events/append.ts";
import { pagesOf } from "../../pages-of.ts";
import type { Db } from "../../storage/dialect.ts";
import { changeSpecs } from "../specs/writes/change-specs.ts";
import { createSpecs, replaceBases } from "./apply-specs.ts";
import type { Target } from "./find-plans.ts";
import type { Known } from "./known.ts";
import { matchSpecs } from "./match-specs.ts";
import { mergeSpecs } from "./merge-specs.ts";
import { presentSpec, presentVanished, type SpecReport } from "./present.ts";
import type { How, SourceSpec } from "./source.ts";
import type { ImportedRow } from "./store.ts";

/** Specs merged at once, of up to 256 KB each. */
const specsAtOnce = 100;

interface ImportedSpecs {
  reports: SpecReport[];
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
  const { onConflict, dryRun } = how;
  const { matches, vanished } = matchSpecs(known, source.specs, onConflict);
  const pathOf = new Map(source.specs.map((spec, index) => [spec, `${path}/specs/${index}`]));
  const result: ImportedSpecs = { reports: [], events: [], arrived: [] };
  const bases: ImportedRow[] = [];
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
        bases.push(base);
        result.arrived.push(spec);
        result.events.push(event);
      }
      const changes = [...merged.values()].filter(({ changed }) => changed.length > 0);
      result.events.push(...(await changeSpecs(db, actor, plan, changes)));
    }
    for (const { base, changed, after } of merged.values()) {
      if (base) bases.push(base);
      if (changed.includes("status")) result.arrived.push(after);
    }
    result.reports.push(...batch.map((match) => presentSpec(match, merged, created)));
  }
  if (!dryRun) await replaceBases(db, actor.workspaceId, known, bases);
  result.reports.push(...vanished.map(presentVanished));
  return result;
}
