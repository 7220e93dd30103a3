import type { Db } from "../../storage/dialect.ts";
import type { PlanRow } from "../plans/access.ts";
import { textHash } from "../specs/derived-columns.ts";
import { decidePlan, type PlanDecision } from "./decide-plan.ts";
import type { Known } from "./known.ts";
import { basesWithTexts, isAsImported } from "./merge-specs.ts";
import type { How, SourcePlan } from "./source.ts";

/** Merges a plan; null if its source is unchanged. */
export async function mergePlan(
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
