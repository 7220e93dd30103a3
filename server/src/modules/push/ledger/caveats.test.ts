import { expect, it } from "vitest";
import { nothingKnown } from "../results/push-summary.ts";
import { countSteps, resultOf } from "../results/result.ts";
import { visibleParts } from "../results/visibility.ts";
import { type Caveat, mergeCaveats } from "./caveats.ts";

const about = (text: string, ...planIds: string[]): Caveat => ({ text, planIds });
const of = (text: string, planId: string, specId: string): Caveat => ({ text, planIds: [planId], specId });

/** Returns the caveats visible to a reader of these plans. */
function told(
  caveats: readonly Caveat[],
  readable: string[],
  movedTo: Record<string, string> = {},
): string[] {
  const plan = (id: string) => readable.includes(id);
  const visibility = { plan, spec: (id: string, planId: string) => plan(movedTo[id] ?? planId) };
  const names = visibleParts(nothingKnown, caveats, visibility);
  const facts = { pushId: null, status: "pushed", provider: "tracker_c", planNumber: 1 } as const;
  return resultOf({ ...facts, target: "acme/web", names, tally: countSteps([]), message: "" }).caveats;
}

it("a caveat about the same plans is stored once, and shown to readers who can read all of its plans", () => {
  const one = mergeCaveats([about("It was cut.", "a", "b")], [about("It was cut.", "b", "a")]);
  expect(one).toHaveLength(1);
  const caveats = mergeCaveats(one, [about("It was cut.", "c"), about("It was cut.", "a")]);
  expect(told(caveats, ["c"])).toEqual(["It was cut."]);
  expect(told(caveats, ["a", "b", "c"])).toEqual(["It was cut."]);
  expect(told(caveats, ["b"])).toEqual([]);
});

it("a caveat about a spec is shown to readers of the spec's current plan", () => {
  const caveats = mergeCaveats([of("SPEC-1 was cut.", "a", "one")], [of("SPEC-2 was cut.", "a", "two")]);
  expect(told(caveats, ["a"])).toEqual(["SPEC-1 was cut.", "SPEC-2 was cut."]);
  expect(told(caveats, ["a"], { one: "b" })).toEqual(["SPEC-2 was cut."]);
  expect(told(caveats, ["b"], { one: "b" })).toEqual(["SPEC-1 was cut."]);
});

it("a message that is the same for several specs is stored once, as a caveat about their plan", () => {
  let caveats: Caveat[] = [];
  for (const spec of ["one", "two", "two", "one"])
    caveats = mergeCaveats(caveats, [of("It has no label.", "a", spec)]);
  expect(caveats).toEqual([about("It has no label.", "a")]);
  expect(mergeCaveats([], [of("It was cut.", "a", "one"), of("It was cut.", "a", "one")])).toEqual([
    of("It was cut.", "a", "one"),
  ]);
});

it("the first 100 caveats and the number of the rest are stored, however they are merged", () => {
  let caveats: Caveat[] = [];
  for (let n = 0; n < 10_000; n += 50)
    caveats = mergeCaveats(
      caveats,
      Array.from({ length: 50 }, (_, index) => about(`SPEC-${n + index} was cut.`, "a")),
    );
  expect(caveats).toHaveLength(101);
  expect(told(caveats, ["a"])).toEqual([
    ...Array.from({ length: 20 }, (_, n) => `SPEC-${n} was cut.`),
    "And 9980 more.",
  ]);
});
