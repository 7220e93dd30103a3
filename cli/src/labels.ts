import type { SpecStatus } from "@groundplan/contract";

/** The words for a spec's status. */
export const statusLabels: Record<SpecStatus, string> = {
  TODO: "To do",
  IN_PROGRESS: "In progress",
  DONE: "Done",
  CANCELLED: "Cancelled",
};

/** Returns true where nothing waits for a spec of this status any more. */
export const isFinished = (status: SpecStatus): boolean => status === "DONE" || status === "CANCELLED";

/** Returns the words that the API has for a grade from 1 to 5; nothing where there is none. */
const labelOf =
  (low: string, middle: string, high: string) =>
  (grade: number | null): string =>
    grade === null ? "" : grade < 3 ? low : grade === 3 ? middle : high;

export const effortLabel = labelOf("Low", "Med", "High");
export const readinessLabel = labelOf("Rough", "Shaping", "Ready");
