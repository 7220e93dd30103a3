import type { Anchor } from "./anchor.ts";
import type { Budget } from "./change.ts";
import { cutIntoWords, inTransaction, lineChanges } from "./changes.ts";
import type { Comparison, Held } from "./comparison.ts";
import { relocateOne } from "./relocate.ts";
import { similarWords } from "./similar-words.ts";

/** The most steps between two turns, which is some ten milliseconds. */
export const stepsPerTurn = 4000;

/**
 * Searches a text for orphans of one earlier text, and yields each with its anchor; the pieces of work between two calls of
 * `turn` are short. `budget` is for all searches of a document: where it is spent, orphans stay what they are. Where the
 * earlier text is not kept, all is taken for written now, and words are the quote where their surroundings are like its
 * own.
 */
export async function* searchOrphans<T extends Held>(
  before: string | null,
  now: { text: string; revision: number },
  orphans: readonly T[],
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
  for (const orphan of orphans) {
    const { anchor } = await search((comparison) => relocateOne(lastSeen(orphan, before), comparison));
    const place =
      anchor.state === "orphaned"
        ? await search((comparison) => similarWords(orphan, orphan, comparison))
        : undefined;
    yield {
      orphan,
      anchor: place ? { ...anchor, ...place, revision: now.revision, state: "moved" } : anchor,
    };
  }
}

/** Returns what differs, cut into words as far as half of the budget goes: the other half is for the search. */
async function changesOf(
  { before, after }: Pick<Comparison, "before" | "after">,
  budget: Budget,
  turn: () => Promise<void>,
) {
  const half = budget.steps / 2;
  // Lines are compared at once, as in the transaction of a write.
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

/** Does a piece of work with a part of a budget. */
function inPart<R>(budget: Budget, work: (part: Budget) => R, most = stepsPerTurn): R {
  const steps = Math.min(most, budget.steps);
  const part = { ...budget, steps };
  const result = work(part);
  budget.steps -= steps - part.steps;
  return result;
}

/** Returns an orphan as it was in the text in which it had its last place. */
function lastSeen(orphan: Held, before: string | null): Held {
  if (before === null || orphan.end > before.length) return orphan;
  const isAttached = before.slice(orphan.start, orphan.end) === orphan.exact;
  return { ...orphan, state: isAttached ? "attached" : "moved" };
}
