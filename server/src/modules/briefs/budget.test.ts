import fc from "fast-check";
import { countTokens as exact } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { newThread } from "../threads/scene.test-support.ts";

const project = "/v1/projects/web";

/** Texts of words, of lines, and of runs without a space, which tokens cross. */
const words = fc.constantFrom(
  ...["Guests pay by card.\n", "東京の注文", "word ", "x".repeat(90), "\n\n", "/", "😀", "abab", "1. AC-1: "],
);
const text = fc
  .oneof(
    fc.array(words, { maxLength: 300, size: "max" }),
    fc.array(fc.constantFrom("the", "ing", "é", "-", "=", "京", "9"), { maxLength: 4000, size: "max" }),
  )
  .map((all) => all.join(""));
const title = fc
  .string({ unit: "grapheme", minLength: 0, maxLength: 60, size: "max" })
  .map((all) => `T${all.replace(/\p{C}/gu, "").trim()}`);
const texts = fc.array(fc.record({ title, text }), { maxLength: 5, size: "max" });
const scene = fc.record({
  description: text,
  content: text,
  sources: texts,
  needs: texts,
  answers: fc.array(text, { maxLength: 2, size: "max" }),
  instructions: text,
  budgets: fc.array(fc.oneof(fc.integer({ min: 1, max: 800 }), fc.integer({ min: 500, max: 50_000 })), {
    minLength: 3,
    maxLength: 3,
  }),
});

const size = (of: string) => exact(of, { allowedSpecial: new Set(), disallowedSpecial: new Set() });

describe.each(databases)("on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  it("no brief, pack or claim answers more than its budget allows, whatever its texts", async () => {
    const { alice, bob } = world;
    await fc.assert(
      fc.asyncProperty(scene, async ({ description, content, sources, needs, answers, ...others }) => {
        const plan = await newPlan(alice, project, { description });
        await alice.put(`${project}/instructions`, { markdown: others.instructions });
        for (const [at, source] of sources.entries())
          await alice.post(`${plan.path}/context`, { ...source, title: `${at} ${source.title}` });
        const needsFirst: string[] = [];
        for (const need of needs)
          needsFirst.push((await newSpec(alice, plan, { title: need.title, content: need.text })).shortId);
        const spec = await newSpec(alice, plan, { content, needsFirst });
        for (const answer of answers) {
          const asked = await newThread(bob, spec.id, { body: "Which?", kind: "question" });
          await alice.post(`${asked.path}/answer`, { body: `Yes: ${answer}`.slice(0, 9000).toWellFormed() });
        }
        for (const budget of others.budgets) {
          const purpose = budget % 2 === 0 ? "plan" : "build";
          const { pack } = (await bob.get(`${plan.path}/context/pack?for=${purpose}&budget=${budget}`)).body;
          expect(size(pack.text)).toBeLessThanOrEqual(pack.tokens);
          expect(pack.tokens).toBeLessThanOrEqual(budget);
          expect(size(JSON.stringify({ pack: { ...pack, text: "" } }))).toBeLessThanOrEqual(500);
          expect(size(JSON.stringify(pack.receipts))).toBeLessThanOrEqual(400);
          if (budget < 500) continue;
          const { brief } = (await bob.get(`${spec.path}/brief?budget=${budget}`)).body;
          expect(size(brief.text)).toBeLessThanOrEqual(brief.tokens);
          expect(brief.tokens).toBeLessThanOrEqual(budget);
          expect(size(JSON.stringify({ brief: { ...brief, text: "" } }))).toBeLessThan(300);
          await alice.patch(plan.path, { status: "READY" });
          for (const shortId of needsFirst)
            await alice.patch(`${plan.path}/specs/${shortId}`, { status: "DONE" });
          const taken = await bob.post("/v1/claims", { spec: `${plan.shortId}/${spec.shortId}`, budget });
          expect(outcome(taken)).toBe("201");
          const { claim } = taken.body;
          expect(size(taken.body.brief.text)).toBeLessThanOrEqual(budget);
          const short = { claim, brief: { ...taken.body.brief, text: "" } };
          expect(size(JSON.stringify(short))).toBeLessThan(300);
          await bob.post(`/v1/claims/${claim.id}/release`);
        }
      }),
      { numRuns: process.env.LONG ? 60 : 8 },
    );
  });
});
