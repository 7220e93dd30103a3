import type { Actor } from "../../actor.ts";
import type { NewEvent } from "../../events/append.ts";
import type { Db } from "../../storage/dialect.ts";
import type { PlanRow } from "../plans/access.ts";
import { textHash } from "../specs/derived-columns.ts";
import { applyPlan, applyStatus, createPlan } from "./apply-plan.ts";
import { decidePlan, type PlanDecision } from "./decide-plan.ts";
import type { Target } from "./find-plans.ts";
import { type ImportedSpecs, importSpecs } from "./import-specs.ts";
import type { Known } from "./known.ts";
import { basesWithTexts, isAsImported } from "./merge-specs.ts";
import { type PlanReport, presentArchived, presentPlan } from "./present.ts";
import type { How, SourcePlan } from "./source.ts";

/** An imported plan with its specs, without their needs, parents and comments. */
export interface ImportedPlan {
  specs: ImportedSpecs | null;
  events: NewEvent[];
  /** Returns the report, once the rest of its specs is imported. */
  report(): PlanReport;
}

/** Imports a plan and its specs, setting a created plan on the target. A dry run writes nothing. */
export async function importPlan(
  db: Db,
  actor: Actor,
  target: Target,
  known: Known,
  how: How,
): Promise<ImportedPlan> {
  if (target.isArchived) return { report: () => presentArchived(target), specs: null, events: [] };
  const { source, plan: before } = target;
  const merged = before && (await mergePlan(db, before, source, known, how));
  const events: NewEvent[] = [];
  if (!how.dryRun && before && merged) events.push(...(await applyPlan(db, actor, before, merged)));
  if (!how.dryRun && !before) {
    const created = await createPlan(db, actor, how.projectId, target);
    target.plan = created.plan;
    events.push(created.event);
  }
  const specs = await importSpecs(db, actor, target, known, how);
  events.push(...specs.events);
  const begins = before ? (merged?.begins ?? false) : source.status === "BUILDING";
  if (!how.dryRun && target.plan) events.push(...(await applyStatus(db, target.plan, begins, specs.arrived)));
  return { report: () => presentPlan(target, before, merged, specs.reports), specs, events };
}

/** Merges a plan; null if its source is unchanged. */
async function mergePlan(
  db: Db,
  plan: PlanRow,
  source: SourcePlan,
  { base }: Known,
  { onConflict, timed }: How,
): Promise<PlanDecision | null> {
  const { name: title, description: content } = source;
  const hash = textHash(title, content);
  if (isAsImported(base, source, hash)) return null;
  const bases = await basesWithTexts(db, plan.workspace_id, [{ base, title, content, hash }]);
  return timed(() => decidePlan(plan, source, bases.get(plan.id) ?? null, onConflict));
}
