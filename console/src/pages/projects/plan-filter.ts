import type { PlanStatus } from "@groundplan/contract";
import { statusLabels } from "../../../../contract/src/planning/display-words.ts";

export interface PlanFilter {
  q?: string | undefined;
  status?: PlanStatus | undefined;
  archived?: true | undefined;
}

/** Parses a filter, ignoring unknown values. */
export const planFilterOf = ({ q, status, archived }: Record<string, unknown>): PlanFilter => ({
  q: q === undefined || q === "" ? undefined : String(q),
  status: Object.hasOwn(statusLabels, String(status)) ? (status as PlanStatus) : undefined,
  archived: archived === true || archived === "true" ? true : undefined,
});
