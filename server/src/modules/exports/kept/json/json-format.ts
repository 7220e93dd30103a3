import type { TreePlan, TreeSpec } from "../../tree.ts";
import type { Addition, Field, Fields } from "../kept-format.ts";

export type Values = Readonly<Record<string, unknown>>;

/** How a format of JSON holds what changed here. A part is an object. */
export interface JsonFormat {
  /** Properties that make the text of a spec, in its order. */
  texts: readonly string[];
  /** Returns properties that set a field, null to remove one; null if the format has no place for the field. */
  set(field: Field, fields: Fields, values: Values): Record<string, unknown> | null;
  /** Places a spec that was made here behind an earlier one, as the JSON of its object. */
  add(plan: TreePlan, spec: TreeSpec, n: number): Addition | null;
}
