import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { run, setUpEvidence, textOf } from "./scene.test-support.ts";

/** Edits of criteria. */
const count = process.env.LONG ? 500 : 40;

/** A criterion as it is written, around its words. */
interface Item {
  words: string;
  label: string;
  space: string;
}
const text = ({ words, label, space }: Item) => `${label}${words.replaceAll(" ", space)}`;

const words = fc
  .tuple(fc.constantFrom("alpha", "beta", "gamma"), fc.nat({ max: 4 }))
  .map(([a, n]) => `Word ${a} ${n}.`);
const item = fc.record({
  words,
  label: fc.constantFrom("", "AC-1: ", "**R-2:** "),
  space: fc.constantFrom(" ", "  ", "\n   "),
});
const edit = fc.record({
  kind: fc.constantFrom("replace", "relabel", "add", "remove", "reverse"),
  at: fc.nat({ max: 5 }),
  item,
});

function edited(
  items: readonly Item[],
  { kind, at, item }: { kind: string; at: number; item: Item },
): Item[] {
  const index = at % items.length;
  if (kind === "reverse") return items.toReversed();
  if (kind === "add") return items.length < 6 ? items.toSpliced(index, 0, item) : [...items];
  if (kind === "remove") return items.length > 1 ? items.toSpliced(index, 1) : [...items];
  const words = kind === "relabel" ? (items[index]?.words ?? "") : item.words;
  return items.with(index, { ...item, words });
}

describe.each(databases)("$database", ({ create }) => {
  const { world, scene, add } = setUpEvidence(create);

  it(`${count} random edits of criteria reopen exactly those whose words changed`, async () => {
    const passed = new Set<string>();
    let items: Item[] = [{ words: "Word alpha 0.", label: "", space: " " }];
    let edits = 0;
    await fc.assert(
      fc.asyncProperty(edit, fc.nat({ max: 5 }), async (change, proven) => {
        items = edited(items, change);
        await world.bob.patch(scene.spec.path, { content: textOf(items.map(text)) });
        const { evidence, open } = (await world.bob.get(`${scene.spec.path}/evidence`)).body;
        const { acceptanceCriteria: criteria } = (await world.bob.get(scene.spec.path)).body.spec;
        const now = new Set(items.map((one) => one.words));
        const isOpen = items.map((one) => !passed.has(one.words));
        expect(open).toHaveLength(isOpen.filter(Boolean).length);
        expect(criteria.map((one: { evidence: unknown }) => one.evidence === null)).toEqual(isOpen);
        for (const one of evidence) expect(one.valid).toBe(now.has(one.criterion.text.replace(/\s+/g, " ")));
        const number = (proven % items.length) + 1;
        await add(world.bob, run(number));
        passed.add(items[number - 1]?.words ?? "");
        edits++;
      }),
      { numRuns: count, endOnFailure: true },
    );
    expect(edits).toBe(count);
  }, 300_000);
});
