import { ownerOf, type Step } from "../plan/step.ts";

type About = Pick<Step, "entityId">;

/**
 * Counts for push status and dry run: several changes of a spec are one. An item waits if all its steps do.
 */
export function countChanged(writes: readonly About[], waits: readonly About[]) {
  const written = new Set(writes.map(({ entityId }) => ownerOf(entityId)));
  const all = new Set([...written, ...waits.map(({ entityId }) => ownerOf(entityId))]);
  return { changedCount: all.size, waitingCount: all.size - written.size };
}
