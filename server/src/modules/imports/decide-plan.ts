import type { ImportConflict, PlanStatus } from "@groundplan/contract";
import type { OnConflict } from "../../revisions/merge-open.ts";
import type { PlanRow } from "../plans/access.ts";
import { type Base, baseRow, noBase } from "./base.ts";
import { mergeText, mergeValue } from "./merge-fields.ts";
import type { SourcePlan } from "./source.ts";
import type { ImportedRow } from "./store.ts";

/** The outcome of a merge of a plan that exists. */
export interface PlanDecision {
  name: string;
  description: string;
  /** True where work on the plan has begun in the source since the last import, and the plan has not begun here. */
  begins: boolean;
  changed: string[];
  conflicts: ImportConflict[];
  /** The base of the next merge; null where it stays as it is. */
  base: ImportedRow | null;
}

const notBegun: readonly PlanStatus[] = ["PLANNING", "READY", "PUSHED"];

/** Merges a plan of the source into the plan here. */
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
    }),
  };
}

/** Returns the columns that name the row of a plan. */
export const planKey = (plan: Pick<PlanRow, "workspace_id" | "id">, { externalRef }: SourcePlan) => ({
  workspace_id: plan.workspace_id,
  item_id: plan.id,
  plan_id: plan.id,
  kind: "plan" as const,
  external_ref: externalRef,
});
