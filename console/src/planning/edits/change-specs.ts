import type { Spec } from "@groundplan/contract";
import { sendEdits } from "../../edits/edit.ts";
import type { PlanParams } from "../params.ts";
import { editSpec, reorder, type SpecChanges } from "./spec-edits.ts";

/** The undo code, loaded when first needed. */
const offers = () => import("./undo-specs.ts");

/** Edits specs, with an undo. Returns true if all succeeded. */
export async function changeSpecs(
  params: PlanParams,
  specs: readonly Spec[],
  changes: SpecChanges,
): Promise<boolean> {
  if (!(await sendEdits(...specs.map((spec) => editSpec(params, spec, changes))))) return false;
  void offers().then(({ offerChangeBack }) => offerChangeBack(params, specs, changes));
  return true;
}

/** Moves a spec before or after another, with an undo. */
export async function placeSpec(
  params: PlanParams,
  specs: readonly Spec[],
  [id, on, side]: [id: string, on: string, side: "before" | "after"],
): Promise<void> {
  if (!(await sendEdits(reorder(params, id, on, side)))) return;
  void offers().then(({ offerPlaceBack }) => offerPlaceBack(params, specs, id));
}
