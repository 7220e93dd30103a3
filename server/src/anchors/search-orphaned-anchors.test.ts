import { expect, it } from "vitest";
import { attachedAt } from "./anchor.ts";
import { inJob, inTransaction } from "./changes.ts";
import type { Held } from "./comparison.ts";
import { searchOrphanedAnchors, stepsPerTurn } from "./search-orphaned-anchors.ts";

/** Returns a long text of distinct words, eight per line; `salt` varies the words. */
const wordsOf = (salt: string, lines: number): string =>
  Array.from({ length: lines }, (_, line) =>
    Array.from({ length: 8 }, (_, n) => `${salt}${(line * 8 + n).toString(36)}`).join(" "),
  ).join("\n");

/** Returns orphaned anchors whose words are spread evenly over a text. */
const orphansIn = (text: string, count: number): Held[] =>
  Array.from({ length: count }, (_, n) => {
    const start = Math.floor((n * text.length) / (count + 1));
    return { ...attachedAt(text, 1, start, start + 60), kind: "thread", state: "orphaned" };
  });

/** Searches, and returns the anchors with the work done between yields. */
async function searched(before: string, after: string, orphans: readonly Held[], budget = inJob()) {
  const spent: number[] = [];
  let left = budget.steps;
  const turn = async () => {
    spent.push(left - budget.steps);
    left = budget.steps;
  };
  const states: string[] = [];
  for await (const { anchor } of searchOrphanedAnchors(
    before,
    { text: after, revision: 2 },
    orphans,
    budget,
    turn,
  ))
    states.push(anchor.state);
  return { states, spent, left: budget.steps };
}

/** A piece of work may exceed its share, since it finishes what it began. */
const pieceEnds = 3000;

it("yields between short pieces of work, however long the text", async () => {
  const before = wordsOf("a", 20_000);
  const { states, spent } = await searched(before, wordsOf("b", 20_000), orphansIn(before, 40));
  expect(states).toHaveLength(40);
  expect(spent.length).toBeGreaterThan(80);
  const [lines, ...rest] = spent;
  expect(lines).toBeLessThan(inTransaction().steps + pieceEnds);
  expect(Math.max(...rest)).toBeLessThan(stepsPerTurn + pieceEnds);
});

it("has one budget for all orphaned anchors of a document; those beyond it stay orphaned", async () => {
  const before = wordsOf("a", 2000);
  const found = "The words that are in both of the texts, and in no other place.";
  const orphan: Held = {
    ...attachedAt(`${before}\n${found}`, 1, before.length + 1, before.length + 1 + found.length),
    kind: "thread",
    state: "orphaned",
  };
  const after = `${found}\n${wordsOf("b", 2000)}`;
  const many = [...orphansIn(before, 500), orphan];
  const budget = { ...inJob(), steps: 100_000 };
  const late = await searched(`${before}\n${found}`, after, many, budget);
  expect(late.states.at(-1)).toBe("orphaned");
  expect(late.left).toBeGreaterThan(-stepsPerTurn - pieceEnds);
  const early = await searched(`${before}\n${found}`, after, [orphan]);
  expect(early.states).toEqual(["attached"]);
});
