import type { SpecStatus } from "@groundplan/contract";

/** The words for a spec's status. */
export const statusLabels: Record<SpecStatus, string> = {
  TODO: "To do",
  IN_PROGRESS: "In progress",
  DONE: "Done",
  CANCELLED: "Cancelled",
};
