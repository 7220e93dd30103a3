import { expect, it } from "vitest";
import { nothingKnown } from "./about.ts";
import { type Caveat, mergeCaveats } from "./caveats.ts";
import { resultOf, tally } from "./result.ts";
import { shown } from "./sight.ts";

const about = (text: string, ...planIds: string[]): Caveat => ({ text, planIds });

/** What a reader of these plans is told. */
function told(caveats: readonly Caveat[], readable: string[]): string[] {
  const sight = { plan: (id: string) => readable.includes(id), spec: () => true };
  const names = shown(nothingKnown, caveats, sight);
  const facts = { pushId: null, status: "pushed", provider: "tracker_c", planNumber: 1 } as const;
  return resultOf({ ...facts, target: "acme/web", names, tally: tally([]), message: "" }).caveats;
}

it("keeps a sentence once for the same plans, and tells it to whoever can read all plans of one", () => {
  const one = mergeCaveats([about("It was cut.", "a", "b")], [about("It was cut.", "b", "a")]);
  expect(one).toHaveLength(1);
  const caveats = mergeCaveats(one, [about("It was cut.", "c"), about("It was cut.", "a")]);
  expect(told(caveats, ["c"])).toEqual(["It was cut."]);
  expect(told(caveats, ["a", "b", "c"])).toEqual(["It was cut."]);
  expect(told(caveats, ["b"])).toEqual([]);
});

it("keeps the first 100 sentences and the number of the others, however they came", () => {
  let caveats: Caveat[] = [];
  for (let n = 0; n < 10_000; n += 50)
    caveats = mergeCaveats(
      caveats,
      Array.from({ length: 50 }, (_, at) => about(`SPEC-${n + at} was cut.`, "a")),
    );
  expect(caveats).toHaveLength(101);
  expect(told(caveats, ["a"])).toEqual([
    ...Array.from({ length: 20 }, (_, n) => `SPEC-${n} was cut.`),
    "And 9980 more.",
  ]);
});
