import { ownerOf, type Step } from "../plan/step.ts";

/**
 * Counts the plans and specs that steps are about: a spec with a new text and a new dependency is one change. Push
 * status and dry run both count with it.
 */
export const countChanged = (steps: readonly Pick<Step, "entityId">[]): number =>
  new Set(steps.map(({ entityId }) => ownerOf(entityId))).size;
