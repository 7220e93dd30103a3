import { ownerOf, type Step } from "../plan/step.ts";

type About = Pick<Step, "entityId">;

/**
 * Counts the plans and specs that steps are about: a spec with a new text and a new dependency is one change. One waits
 * if all its steps do. Push status and dry run both count with it.
 */
export function countChanged(writes: readonly About[], waits: readonly About[]) {
  const written = new Set(writes.map(({ entityId }) => ownerOf(entityId)));
  const all = new Set([...written, ...waits.map(({ entityId }) => ownerOf(entityId))]);
  return { changedCount: all.size, waitingCount: all.size - written.size };
}
