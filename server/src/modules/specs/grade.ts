import { specHandle } from "../handles.ts";
import type { SpecRow } from "./access.ts";
import { afterDangling } from "./readiness/index.ts";

/** The handles of those needs that are cancelled. `needs` are what `needsOf` finds for one spec. */
export function danglingOf(needs: readonly { number: number; status: string }[]): string[] {
  return needs.flatMap(({ number, status }) => (status === "CANCELLED" ? specHandle(number) : []));
}

/**
 * A spec's readiness, 1 to 5: what a person has set, else the grade of its text, less what dangling needs take
 * (docs/decisions/readiness.md).
 */
export function readinessOf(
  row: Pick<SpecRow, "readiness_set" | "readiness_computed">,
  danglingNeeds: readonly string[],
): number {
  return row.readiness_set ?? afterDangling(row.readiness_computed, danglingNeeds.length > 0);
}
