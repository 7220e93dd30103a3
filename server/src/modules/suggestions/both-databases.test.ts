import type { Suggestion, Thread } from "@groundplan/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { threadsOf } from "../threads/scene.test-support.ts";
import { suggestionsOf } from "./scene.test-support.ts";

const project = "/v1/projects/web";
/** 10,000 edits in the long run. */
const runs = process.env.LONG ? 400 : 1;

const words = fc.constantFrom(
  "The file is kept.",
  "- one \u{1f600} of them",
  "",
  "大きい文",
  "the limit is high",
);
const lines = fc.array(words, { minLength: 40, maxLength: 80 });
const share = fc.double({ min: 0, max: 0.99, noNaN: true });
const edit = fc.record({
  kind: fc.constantFrom("write", "write", "delete", "move", "merge", "merge", "accept"),
  at: share,
  to: share,
  count: fc.integer({ min: 1, max: 4 }),
  by: words,
  of: fc.nat(9),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

function edited(text: string, { kind, at, to, count, by }: Edit, mark: string): string {
  const all = text.split("\n");
  const from = Math.floor(at * all.length);
  const written = kind === "delete" || kind === "move" ? [] : [`${by} ${mark}`];
  const taken = all.splice(from, count, ...written);
  if (kind === "move") all.splice(Math.floor(to * (all.length + 1)), 0, ...taken);
  return all.join("\n");
}

interface Side {
  world: World;
  id: string;
  path: string;
  texts: string[];
  suggestions: string[];
}

let worlds: World[];
beforeAll(async () => {
  worlds = await Promise.all(databases.map(({ create }) => openWorld(create, { jobs: "off" })));
  for (const { alice } of worlds) await alice.post("/v1/projects", { name: "Web" });
});
afterAll(() => Promise.all(worlds.map((world) => world.close())));

async function begin(world: World, text: string, places: readonly number[]): Promise<Side> {
  const { bob, vera } = world;
  const spec = await newSpec(bob, await newPlan(bob, project), { content: text });
  const all = text.split("\n");
  const startOf = (line: number) => all.slice(0, line).join("\n").length + Math.min(line, 1);
  const filled = all.flatMap((line, n) => (line === "" ? [] : [n]));
  const suggestions: string[] = [];
  for (const [n, place] of places.entries()) {
    const line = filled[Math.floor(place * filled.length)] ?? 0;
    const [exact = "", start] = [all[line], startOf(line)];
    if (n < 50)
      await vera.post(threadsOf(spec.id), { body: `${n}`, anchor: { exact, start }, baseRevision: "1" });
    else {
      const hunks = [{ start, end: start + exact.length, replacement: `accepted ${n}` }];
      const { body } = await vera.post(suggestionsOf(spec.id), { baseRevision: "1", hunks });
      suggestions.push(body.suggestion.id);
    }
  }
  return { world, id: spec.id, path: spec.path, texts: ["", text], suggestions };
}

/** Returns a document's view, without parts that differ between two documents. */
async function seen({ world: { bob }, id }: Side) {
  const { sourceText, document } = (await bob.get(`/v1/documents/${id}`)).body;
  const { threads } = (await bob.get(`${threadsOf(id)}?state=all&limit=200`)).body;
  const { suggestions } = (await bob.get(`${suggestionsOf(id)}?state=all&limit=200`)).body;
  return {
    text: sourceText as string,
    revision: Number(document.revision),
    anchors: (threads as Thread[]).map(({ anchor }) => anchor),
    suggestions: (suggestions as Suggestion[]).map(({ state, hunks }) => ({ state, hunks })),
  };
}

async function act(side: Side, one: Edit, n: number): Promise<string> {
  const { bob } = side.world;
  if (one.kind === "accept")
    return outcome(await bob.post(`${suggestionsOf(side.id)}/${side.suggestions[one.of]}/accept`));
  const newest = side.texts.length - 1;
  const baseRevision = one.kind === "merge" ? Math.max(1, newest - one.count) : newest;
  const content = edited(side.texts[baseRevision] ?? "", one, `${n}`);
  return outcome(await bob.patch(side.path, { content, baseRevision }));
}

it("random edits, merges and accepted suggestions give the same on both databases, and lose no words silently", async () => {
  const histories = fc.array(edit, { minLength: 25, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.array(share, { minLength: 60, maxLength: 60 }),
      histories,
      async (first, places, history) => {
        const text = first.map((line, n) => (n % 3 ? line : `${line} ${n}`)).join("\n");
        const sides = await Promise.all(worlds.map((world) => begin(world, text, places)));
        for (const [n, change] of history.entries()) {
          const outcomes = await Promise.all(sides.map((side) => act(side, change, n)));
          const [here, there] = await Promise.all(sides.map(seen));
          if (!here) return expect.fail();
          expect(outcomes[0]).toBe(outcomes[1]);
          expect(here).toEqual(there);
          for (const side of sides) side.texts[here.revision] = here.text;
          if (change.kind === "accept" && outcomes[0] === "200")
            expect(here.text).toContain(`accepted ${50 + change.of}`);
          for (const anchor of here.anchors)
            if (anchor?.state === "attached")
              expect(here.text.slice(anchor.start ?? 0, anchor.end ?? 0)).toBe(anchor.exact);
          for (const { state, hunks } of here.suggestions)
            if (state === "open")
              for (const { start, end, exact } of hunks)
                expect(here.text.slice(start ?? 0, end ?? 0)).toBe(exact);
        }
        const states = (await seen(sides[0] as Side)).suggestions.map(({ state }) => state);
        expect(states).toHaveLength(10);
      },
    ),
    { numRuns: runs },
  );
}, 3_600_000);
