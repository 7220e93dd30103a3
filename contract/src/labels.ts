import type { PlanStatus } from "./plans.ts";

/*
 * These are the words of the API for its values, once for everybody: the service answers them, and the console shows them
 * for a change that the service has not answered yet. The file imports types only, so that the console can load it alone.
 */

/** The `statusLabel` of each status of a plan. */
export const statusLabels: Readonly<Record<PlanStatus, string>> = {
  PLANNING: "Planning",
  READY: "Ready",
  PUSHED: "Pushed",
  BUILDING: "Building",
  DONE: "Done",
};

/** The `effortLabel` of the efforts from 1 to 5. */
const effortLabels = ["Low", "Low", "Med", "High", "High"] as const;
/** The `readinessLabel` of the readiness from 1 to 5. */
const readinessLabels = ["Rough", "Rough", "Shaping", "Ready", "Ready"] as const;

/** Returns the word of an effort; null where a spec has none. */
export const effortLabel = (effort: number | null): string | null =>
  effort === null ? null : (effortLabels[effort - 1] ?? null);

/** Returns the word of a readiness. */
export const readinessLabel = (grade: number) => readinessLabels[grade - 1] ?? "Rough";
