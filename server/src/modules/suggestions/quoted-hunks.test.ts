import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { suggestionsOf } from "./scene.test-support.ts";

const content = "Guests pay 🙂 by card.\n\n1. A card works.\n2. A card that expired is refused.\n";

describe.each(databases)("suggestions by quoted words, on $database", ({ create }) => {
  let world: World;
  let spec: Awaited<ReturnType<typeof newSpec>>;
  beforeAll(async () => {
    world = await openWorld(create, { jobs: "off" });
    await world.alice.post("/v1/projects", { name: "Web" });
    const plan = await newPlan(world.bob, "/v1/projects/web", {});
    spec = await newSpec(world.bob, plan, { title: "Paying", content });
  });
  afterAll(() => world.close());
  const suggest = (hunks: unknown[]) => world.vera.post(suggestionsOf(spec.id), { baseRevision: "1", hunks });

  it("hunks that quote words become the ranges of these words, by their surroundings if they stand twice", async () => {
    const answer = await suggest([
      { exact: "A card", prefix: "2. ", suffix: " that", replacement: "A card or voucher" },
      { exact: "🙂 ", replacement: "" },
    ]);
    expect(outcome(answer), JSON.stringify(answer.body)).toBe("201");
    const second = content.indexOf("A card that");
    expect(answer.body.suggestion.hunks).toEqual([
      { start: 11, end: 14, exact: "🙂 ", replacement: "" },
      { start: second, end: second + 6, exact: "A card", replacement: "A card or voucher" },
    ]);
    await world.bob.post(`${suggestionsOf(spec.id)}/${answer.body.suggestion.id}/reject`);
  });

  it.each([
    ["words that stand twice", [{ exact: "A card", replacement: "x" }], "/hunks/0/exact", /stands 2 times/],
    ["words that stand nowhere", [{ exact: "a coin", replacement: "x" }], "/hunks/0/exact", /stands 0 times/],
    [
      "other surroundings",
      [{ exact: "A card", prefix: "3. ", replacement: "x" }],
      "/hunks/0/exact",
      /stands 0 times/,
    ],
    ["no words", [{ exact: "", replacement: "x" }], "/hunks/0/exact", /must not be empty/],
    [
      "words and offsets in one hunk",
      [{ exact: "pay", start: 0, end: 3, replacement: "x" }],
      "/hunks/0",
      /either/,
    ],
    [
      "words and offsets in one call",
      [
        { exact: "pay", replacement: "x" },
        { start: 0, end: 1, replacement: "x" },
      ],
      "/hunks/1",
      /another form/,
    ],
    ["neither words nor offsets", [{ replacement: "x" }], "/hunks/0", /must have/],
    [
      "a prefix without words",
      [{ start: 0, end: 1, prefix: "x", replacement: "x" }],
      "/hunks/0",
      /without `exact`/,
    ],
  ])("%s are 400 in their place", async (_what, hunks, path, words) => {
    const answer = await suggest(hunks);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details).toEqual([{ path, message: expect.stringMatching(words) }]);
  });
});
