import type { Spec } from "@groundplan/contract";
import { make } from "../../api/edit.ts";
import { editSpec, reorder, type SpecChanges } from "./spec-edits.ts";
import type { PlanParams } from "./spec-params.ts";

/** The offers to take a change back: they are loaded once there is something to take back. */
const offers = () => import("./undo-specs.ts");

/** Changes specs, which shows at once, and offers to change them back. Returns true if all were changed. */
export async function changeSpecs(
  params: PlanParams,
  specs: readonly Spec[],
  changes: SpecChanges,
): Promise<boolean> {
  if (!(await make(...specs.map((spec) => editSpec(params, spec, changes))))) return false;
  void offers().then(({ offerChangeBack }) => offerChangeBack(params, specs, changes));
  return true;
}

/** Puts one of these specs before or after another one, and offers to put it back. */
export async function placeSpec(
  params: PlanParams,
  specs: readonly Spec[],
  [id, on, side]: [id: string, on: string, side: "before" | "after"],
): Promise<void> {
  if (!(await make(reorder(params, id, on, side)))) return;
  void offers().then(({ offerPlaceBack }) => offerPlaceBack(params, specs, id));
}
