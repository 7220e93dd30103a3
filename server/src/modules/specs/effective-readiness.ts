import type { SpecStatus } from "@groundplan/contract";
import { specHandle } from "../handles.ts";
import type { SpecRow } from "./access.ts";
import { afterDangling } from "./readiness/index.ts";

/** Deduction for open blocking questions, in any number. */
const questionsTake = 1;

/** Returns handles of cancelled needs; `needs` are one spec's from `needsOf`. */
export function danglingOf(needs: readonly { number: number; status: SpecStatus }[]): string[] {
  return needs.flatMap(({ number, status }) => (status === "CANCELLED" ? specHandle(number) : []));
}

/**
 * Returns a spec's readiness, 1 to 5: the manual one, otherwise its text's grade lowered for dangling needs,
 * the plan's open questions and blocking questions (docs/decisions/readiness.md).
 */
export function readinessOf(
  row: Pick<SpecRow, "readiness_set" | "readiness_computed" | "open_questions">,
  danglingNeeds: readonly string[],
  planIsOpen: boolean,
): number {
  if (row.readiness_set !== null) return row.readiness_set;
  const computed = afterDangling(row.readiness_computed, danglingNeeds.length > 0, planIsOpen);
  return row.open_questions > 0 ? Math.max(1, computed - questionsTake) : computed;
}
