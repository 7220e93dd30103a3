import type { PlanStatus } from "./plans.ts";

/*
 * Display words of the API's values, shared by the service and the console's optimistic updates. Imports
 * types only, so that the console can load it alone.
 */

export const statusLabels: Readonly<Record<PlanStatus, string>> = {
  PLANNING: "Planning",
  READY: "Ready",
  PUSHED: "Pushed",
  BUILDING: "Building",
  DONE: "Done",
};

/** For efforts 1 to 5. */
const effortLabels = ["Low", "Low", "Med", "High", "High"] as const;
/** For readiness 1 to 5. */
const readinessLabels = ["Rough", "Rough", "Shaping", "Ready", "Ready"] as const;

export const effortLabel = (effort: number | null): string | null =>
  effort === null ? null : (effortLabels[effort - 1] ?? null);

export const readinessLabel = (grade: number) => readinessLabels[grade - 1] ?? "Rough";

/** For priorities 0 to 4. */
const priorityLabels = ["No priority", "Urgent", "High", "Medium", "Low"] as const;

export const priorityLabel = (priority: number): string => priorityLabels[priority] ?? priorityLabels[0];
