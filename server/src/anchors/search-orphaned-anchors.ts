import type { Anchor } from "./anchor.ts";
import type { Budget } from "./change.ts";
import { cutIntoWords, inTransaction, lineChanges } from "./changes.ts";
import type { Comparison, Held } from "./comparison.ts";
import { relocateOne, stateOf } from "./relocate.ts";
import { similarWords } from "./similar-words.ts";

/** Steps between two yields, about ten milliseconds. */
export const stepsPerTurn = 4000;

/**
 * Searches a text for anchors orphaned from one earlier text and yields them with their results, calling
 * `turn` between short steps. `budget` covers the whole document; beyond it anchors stay orphaned. If the
 * earlier text is unavailable, everything counts as newly written and surroundings decide.
 */
export async function* searchOrphanedAnchors<T extends Held>(
  before: string | null,
  now: { text: string; revision: number },
  orphaned: readonly T[],
  budget: Budget,
  turn: () => Promise<void>,
): AsyncGenerator<{ orphan: T; anchor: Anchor }> {
  const rewrite = { before: before ?? "", after: now.text, revision: now.revision };
  const changes = await changesOf(rewrite, budget, turn);
  const search = async <R>(work: (comparison: Comparison) => R): Promise<R> => {
    const found = inPart(budget, (part) =>
      work({ ...rewrite, changes, written: () => changes, budget: part }),
    );
    await turn();
    return found;
  };
  for (const orphan of orphaned) {
    const { anchor } = await search((comparison) => relocateOne(lastSeen(orphan, before), comparison));
    const range =
      anchor.state === "orphaned"
        ? await search((comparison) => similarWords(orphan, orphan, comparison))
        : undefined;
    const found = range && {
      ...anchor,
      ...range,
      revision: now.revision,
      state: stateOf(orphan, now.text.slice(range.start, range.end)),
    };
    yield { orphan, anchor: found ?? anchor };
  }
}

/** Returns word changes, using at most half of the budget. */
async function changesOf(
  { before, after }: Pick<Comparison, "before" | "after">,
  budget: Budget,
  turn: () => Promise<void>,
) {
  const half = budget.steps / 2;
  // Lines are compared in one step, as within a transaction.
  const lines = inPart(budget, (part) => lineChanges(before, after, part), inTransaction().steps);
  await turn();
  const changes = [];
  for (const line of lines) {
    if (budget.steps <= half) changes.push(line);
    else changes.push(...inPart(budget, (part) => cutIntoWords(before, after, [line], part)));
    await turn();
  }
  return changes;
}

/** Runs work with a share of the budget. */
function inPart<R>(budget: Budget, work: (part: Budget) => R, most = stepsPerTurn): R {
  const steps = Math.min(most, budget.steps);
  const part = { ...budget, steps };
  const result = work(part);
  budget.steps -= steps - part.steps;
  return result;
}

/** Returns an orphan as it was at its last position. */
function lastSeen(orphan: Held, before: string | null): Held {
  if (before === null || orphan.end > before.length) return orphan;
  const isAttached = before.slice(orphan.start, orphan.end) === orphan.exact;
  return { ...orphan, state: isAttached ? "attached" : "moved" };
}
