import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { openWorld, type World } from "../../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

const content = "A guest pays.\n\n1. AC-1: A card works.\n2. AC-2: A card that expired is refused.\n";

describe.each(databases)("changes of a spec by quoted words, on $database", ({ create }) => {
  let world: World;
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    world = await openWorld(create, { jobs: "off" });
    await world.alice.post("/v1/projects", { name: "Web" });
    plan = await newPlan(world.bob, "/v1/projects/web", {});
  });
  afterAll(() => world.close());
  const aSpec = () => newSpec(world.bob, plan, { title: "Paying", content });
  const textOf = async (path: string) => (await world.bob.get(path)).body.spec.content;

  it("`edits` replaces words that stand in the text exactly once, one after the other", async () => {
    const { path } = await aSpec();
    const edits = [
      { old: "A guest pays.", new: "A guest pays by card." },
      { old: "by card", new: "by card or cash" },
      { old: "2. AC-2: A card that expired is refused.\n", new: "" },
    ];
    const answer = await world.bob.patch(path, { edits });
    expect(outcome(answer), JSON.stringify(answer.body)).toBe("200");
    expect(answer.body.spec).toMatchObject({
      content: "A guest pays by card or cash.\n\n1. AC-1: A card works.\n",
      revision: 2,
    });
    expect(await textOf(path)).toBe(answer.body.spec.content);
  });

  it.each([
    ["nowhere", [{ old: "a coin", new: "x" }], "/edits/0/old", /stands 0 times/],
    [
      "almost",
      [{ old: "A card that expires is refused", new: "x" }],
      "/edits/0/old",
      /stands 0 times.*; line 4 is the nearest, "2\. AC-2: A card that expired is refused\."$/,
    ],
    [
      "twice",
      [
        { old: "AC-1", new: "AC-9" },
        { old: "A card", new: "x" },
      ],
      "/edits/1/old",
      /stands 2 times.*; first in line 3, 4$/,
    ],
    [
      "twice after an earlier edit",
      [
        { old: "AC-1", new: "AC-2" },
        { old: "AC-2", new: "x" },
      ],
      "/edits/1/old",
      /stands 2 times/,
    ],
    ["nothing", [{ old: "", new: "x" }], "/edits/0/old", /must not be empty/],
    ["too much", [{ old: "A guest", new: "x".repeat(262_144) }], "/edits", /more than 262144 bytes/],
  ])(
    "words that stand %s are 400 in their place, and nothing is written",
    async (_what, edits, at, words) => {
      const { path } = await aSpec();
      const answer = await world.bob.patch(path, { edits, status: "DONE" });
      expect(outcome(answer)).toBe("400 invalid_request");
      expect(answer.body.error.details).toEqual([{ path: at, message: expect.stringMatching(words) }]);
      const { spec } = (await world.bob.get(path)).body;
      expect([spec.content, spec.status, spec.revision]).toEqual([content, "TODO", 1]);
    },
  );

  it("`edits` of an earlier revision is merged with what others changed since, or 409 with the three texts", async () => {
    const { path } = await aSpec();
    await world.carol.patch(path, { edits: [{ old: "A guest pays.", new: "A visitor pays." }] });
    const merged = await world.bob.patch(path, {
      edits: [{ old: "A card works.", new: "A card of any bank works." }],
      baseRevision: 1,
    });
    expect(outcome(merged)).toBe("200");
    expect(await textOf(path)).toBe(
      content
        .replace("A guest pays.", "A visitor pays.")
        .replace("A card works.", "A card of any bank works."),
    );
    const lost = await world.bob.patch(path, {
      edits: [{ old: "A guest pays.", new: "A customer pays." }],
      baseRevision: 1,
    });
    expect(outcome(lost)).toBe("409 revision_conflict");
    expect(lost.body.error.details.yours).toContain("A customer pays.");
  });

  it("`edits` and `content` together are 400", async () => {
    const { path } = await aSpec();
    const answer = await world.bob.patch(path, { content: "x", edits: [{ old: "guest", new: "x" }] });
    expect(answer.body.error.details).toMatchObject([{ path: "/edits" }]);
  });

  it("`ifStatus` lets a change through only if the spec has this status; else it is 409 with the current one", async () => {
    const { path } = await aSpec();
    expect(outcome(await world.bob.patch(path, { status: "IN_PROGRESS", ifStatus: "TODO" }))).toBe("200");
    const second = await world.carol.patch(path, { status: "IN_PROGRESS", ifStatus: "TODO" });
    expect(outcome(second)).toBe("409 status_changed");
    expect(second.body.error.details).toEqual({ status: "IN_PROGRESS" });
    const both = await Promise.all(
      [world.bob, world.carol].map((who) => who.patch(path, { status: "DONE", ifStatus: "IN_PROGRESS" })),
    );
    expect(both.map(outcome).toSorted()).toEqual(["200", "409 status_changed"]);
  });
});
