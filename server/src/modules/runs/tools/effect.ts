import type { Tx } from "../../../storage/dialect.ts";
import { type ProposedEdit, proposeEdit } from "../proposals/propose-edit.ts";
import { type ProposedSpecs, proposeSpecs } from "../proposals/propose-specs.ts";
import type { RunRow, StepData } from "../store.ts";

/** What a tool writes, as data for the writer's thread. */
export type Effect =
  /** Waits for the starter's answer. */
  | { kind: "ask" }
  /** Ends the run. */
  | { kind: "finish" }
  | { kind: "specs"; proposed: ProposedSpecs }
  | { kind: "edit"; edit: ProposedEdit; specShortId: string };

/** Applies a tool's effect in the transaction that keeps its step. Returns what the step tells of it. */
export async function applyEffect(
  tx: Tx,
  run: RunRow,
  effect: Effect,
): Promise<Pick<StepData, "suggestion">> {
  if (effect.kind === "specs") {
    const suggestionId = await proposeSpecs(tx, run, effect.proposed);
    return { suggestion: { documentId: run.plan_id, suggestionId } };
  }
  if (effect.kind === "edit") {
    const { edit, specShortId } = effect;
    const suggestionId = await proposeEdit(tx, run, edit);
    return { suggestion: { documentId: edit.specId, suggestionId, specShortId } };
  }
  return {};
}
