import type { Anchor } from "./anchor.ts";
import { inJob } from "./changes.ts";
import { type Comparison, compare, type Held } from "./comparison.ts";
import { relocateOne } from "./relocate.ts";
import { similarWords } from "./similar-words.ts";

/**
 * Returns a function that searches a text for orphans of one earlier text, with the time that a job has. Where the earlier
 * text is not kept, all is taken for written now, and words are the quote where their surroundings are like its own.
 */
export function orphanSearch(
  before: string | null,
  now: { text: string; revision: number },
  orphans: readonly Held[],
): (orphan: Held) => Anchor {
  const located = orphans.map((orphan) => lastSeen(orphan, before));
  const rewrite = { before: before ?? "", after: now.text, revision: now.revision };
  const first = compare(located, rewrite, inJob());
  return (orphan) => {
    // Each orphan has a budget of its own: the comparison is the same for all.
    const comparison: Comparison = { ...first, budget: inJob() };
    const { anchor } = relocateOne(lastSeen(orphan, before), comparison);
    if (anchor.state !== "orphaned") return anchor;
    const place = similarWords(orphan, orphan, comparison);
    return place ? { ...anchor, ...place, revision: now.revision, state: "moved" } : anchor;
  };
}

/** Returns an orphan as it was in the text in which it had its last place. */
function lastSeen(orphan: Held, before: string | null): Held {
  if (before === null || orphan.end > before.length) return orphan;
  const isAttached = before.slice(orphan.start, orphan.end) === orphan.exact;
  return { ...orphan, state: isAttached ? "attached" : "moved" };
}
