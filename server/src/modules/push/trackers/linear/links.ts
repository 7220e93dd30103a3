import { type Need, type Outcome, TrackerError } from "../tracker.ts";
import type { Linear } from "./client.ts";
import type { Mutation } from "./documents.ts";
import { creation, pairOf, type Relations, readRelations, removal } from "./relations.ts";
import { isOfOne, several } from "./several.ts";

/** Relations that are there already are read first, so that none is made twice. */
export async function linkNeeds(linear: Linear, needs: readonly Need[]): Promise<Outcome[]> {
  const there = await readRelations(linear, needs);
  const missing = onceEach(needs).filter((need) => !there.has(pairOf(need)));
  const calls = missing.map((need) => ({ need, mutation: creation(need) }));
  return carryOut(linear, needs, calls, (now, need) => now.has(pairOf(need)));
}

export async function unlinkNeeds(linear: Linear, needs: readonly Need[]): Promise<Outcome[]> {
  const there = await readRelations(linear, needs);
  const calls = onceEach(needs).flatMap((need) =>
    (there.get(pairOf(need)) ?? []).map((id) => ({ need, mutation: removal(need.sort, id) })),
  );
  return carryOut(linear, needs, calls, (now, need) => !now.has(pairOf(need)));
}

const onceEach = (needs: readonly Need[]) => [...new Map(needs.map((need) => [pairOf(need), need])).values()];

/** Others write too: what was refused may be as it should be by now. */
async function carryOut(
  linear: Linear,
  needs: readonly Need[],
  calls: { need: Need; mutation: Mutation }[],
  isRight: (now: Relations, need: Need) => boolean,
): Promise<Outcome[]> {
  const results = await several(
    linear,
    calls.map(({ mutation }) => mutation),
  );
  const errors = new Map<string, TrackerError>();
  for (const [at, result] of results.entries()) {
    const call = calls[at];
    if (call && "error" in result) errors.set(pairOf(call.need), result.error);
  }
  const refused = needs.filter((need) => isRefused(errors.get(pairOf(need))));
  const now = refused.length === 0 ? null : await readRelations(linear, refused).catch(notSeen);
  return needs.map((need): Outcome => {
    const error = errors.get(pairOf(need));
    const isDone = error === undefined || (now !== null && isRefused(error) && isRight(now, need));
    return isDone ? { done: true, seen: null, caveats: [] } : { done: false, error };
  });
}

const isRefused = (error: TrackerError | undefined) => error !== undefined && isOfOne(error);

/** What Linear refused stays refused where the look fails. */
function notSeen(error: unknown): null {
  if (error instanceof TrackerError) return null;
  throw error;
}
