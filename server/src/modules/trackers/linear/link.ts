import { type Dependency, type Outcome, TrackerError } from "../tracker.ts";
import type { Linear } from "./client.ts";
import { concernsOneItem, sendBatch } from "./graphql/batch-mutations.ts";
import type { Mutation } from "./graphql/documents.ts";
import { creation, pairOf, type Relations, readRelations, removal } from "./items/relations.ts";
import { throwIfAllFailed } from "./outcomes.ts";

/** Reads existing relations first to avoid duplicates. */
export async function linkDependencies(
  linear: Linear,
  dependencies: readonly Dependency[],
): Promise<Outcome[]> {
  const there = await readRelations(linear, dependencies);
  const missing = onceEach(dependencies).filter((dependency) => !there.has(pairOf(dependency)));
  const calls = missing.map((dependency) => ({ dependency, mutation: creation(dependency) }));
  return sendWrites(linear, dependencies, calls, (now, dependency) => now.has(pairOf(dependency)));
}

export async function unlinkDependencies(
  linear: Linear,
  dependencies: readonly Dependency[],
): Promise<Outcome[]> {
  const there = await readRelations(linear, dependencies);
  const calls = onceEach(dependencies).flatMap((dependency) =>
    (there.get(pairOf(dependency)) ?? []).map((id) => ({
      dependency,
      mutation: removal(dependency.kind, id),
    })),
  );
  return sendWrites(linear, dependencies, calls, (now, dependency) => !now.has(pairOf(dependency)));
}

const onceEach = (dependencies: readonly Dependency[]) => [
  ...new Map(dependencies.map((dependency) => [pairOf(dependency), dependency])).values(),
];

/** Reads relations again after a refusal, since others may have created them. */
async function sendWrites(
  linear: Linear,
  dependencies: readonly Dependency[],
  calls: { dependency: Dependency; mutation: Mutation }[],
  isRight: (now: Relations, dependency: Dependency) => boolean,
): Promise<Outcome[]> {
  const results = await sendBatch(
    linear,
    calls.map(({ mutation }) => mutation),
  );
  const errors = new Map<string, TrackerError>();
  for (const [index, result] of results.entries()) {
    const call = calls[index];
    if (call && "error" in result) errors.set(pairOf(call.dependency), result.error);
  }
  const refused = dependencies.filter((dependency) => isRefused(errors.get(pairOf(dependency))));
  const now = refused.length === 0 ? null : await readRelations(linear, refused).catch(notSeen);
  const outcomes = dependencies.map((dependency): Outcome => {
    const error = errors.get(pairOf(dependency));
    const isDone = error === undefined || (now !== null && isRefused(error) && isRight(now, dependency));
    return isDone ? { done: true, remote: null, caveats: [] } : { done: false, error };
  });
  return throwIfAllFailed(outcomes);
}

const isRefused = (error: TrackerError | undefined) => error !== undefined && concernsOneItem(error);

/** Keeps the original refusal if the reread fails. */
function notSeen(error: unknown): null {
  if (error instanceof TrackerError) return null;
  throw error;
}
