import { dataOf, type Fault, type StepRow } from "../store.ts";

/** Tests whether the model was told of a fault before, in an answer before step `n`. */
export const wasTold = (
  steps: readonly Pick<StepRow, "data" | "n">[],
  fault: Fault,
  n = Number.POSITIVE_INFINITY,
): boolean => steps.some((step) => step.n < n && dataOf(step).fault === fault);
