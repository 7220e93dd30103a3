import type { ImportConflict, PlanStatus } from "@groundplan/contract";
import type { OnConflict } from "../../revisions/merge-open.ts";
import type { PlanRow } from "../plans/access.ts";
import { type Base, baseRow, noBase } from "./base.ts";
import { mergeText, mergeValue } from "./merge-fields.ts";
import type { SourcePlan } from "./source.ts";
import type { ImportedRow } from "./store.ts";

/** The merge of an existing plan. */
export interface PlanDecision {
  name: string;
  description: string;
  /** True if work began in the source since the last import, but not here. */
  begins: boolean;
  changed: string[];
  conflicts: ImportConflict[];
  /** The next base; null if unchanged. */
  base: ImportedRow | null;
}

const notBegun: readonly PlanStatus[] = ["PLANNING", "READY", "PUSHED"];

export function decidePlan(
  plan: PlanRow,
  source: SourcePlan,
  known: Base | null,
  onConflict: OnConflict,
): PlanDecision {
  const base = known ?? noBase;
  const name = mergeValue("name", { base: base.title, here: plan.name, source: source.name }, onConflict);
  const description = mergeText(
    "description",
    { base: base.content, here: plan.description ?? "", source: source.description },
    onConflict,
  );
  const begins = source.status === "BUILDING" && base.status !== "BUILDING" && notBegun.includes(plan.status);
  return {
    name: name.value,
    description: description.value,
    begins,
    changed: [
      ...(name.value === plan.name ? [] : ["name"]),
      ...(description.value === (plan.description ?? "") ? [] : ["description"]),
      ...(begins ? ["status"] : []),
    ],
    conflicts: [...name.conflicts, ...description.conflicts],
    base: baseRow(known, planKey(plan, source), {
      title: name.base,
      content: description.base,
      status: source.status,
      effort: null,
    }),
  };
}

/** Returns the key columns of a plan's row. */
export const planKey = (plan: Pick<PlanRow, "workspace_id" | "id">, { externalRef }: SourcePlan) => ({
  workspace_id: plan.workspace_id,
  item_id: plan.id,
  plan_id: plan.id,
  kind: "plan" as const,
  external_ref: externalRef,
});
