import type { SpecClaim, SpecStatus } from "@groundplan/contract";

export const statusLabels: Record<SpecStatus, string> = {
  TODO: "To do",
  IN_PROGRESS: "In progress",
  DONE: "Done",
  CANCELLED: "Cancelled",
};

/** Tests whether a status no longer blocks dependents. */
export const isFinished = (status: SpecStatus): boolean => status === "DONE" || status === "CANCELLED";

/** Returns a function from a grade of 1 to 5 to the API's word; "" for null. */
const labelOf =
  (low: string, middle: string, high: string) =>
  (grade: number | null): string =>
    grade === null ? "" : grade < 3 ? low : grade === 3 ? middle : high;

/** "held by Ada (Coder 1)". */
export const heldBy = ({ holder, agent }: SpecClaim): string =>
  `held by ${holder?.name ?? "a former member"}${agent === null ? "" : ` (${agent})`}`;

export const effortLabel = labelOf("Low", "Med", "High");
export const readinessLabel = labelOf("Rough", "Shaping", "Ready");
