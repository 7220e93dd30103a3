import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { builtInSlugs } from "../skills/built-in.ts";
import { applyHunks, fits } from "./hunks.ts";
import { newSuggestion, suggestionsOf } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("suggestions of several hunks, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    plan = await newPlan(world.bob, project, { description: "About order." });
  });
  const aSpec = (content: string) => newSpec(world.bob, plan, { title: "Order", content });
  const contentOf = async (path: string) => (await world.bob.get(path)).body.spec.content;

  it("are outdated if a write reorders their words, and accepting writes nothing", async () => {
    const [alpha, beta] = ["Alpha line one original.\n", "Beta line two original.\n"];
    const spec = await aSpec(alpha + beta);
    const made = await newSuggestion(world.vera, spec.id, [
      ["Alpha line one original", "A1"],
      ["Beta line two original", "B1"],
    ]);
    await world.bob.patch(spec.path, { content: beta + alpha });
    expect(outcome(await world.bob.post(`${made.path}/accept`))).toBe("409 not_open");
    expect(await contentOf(spec.path)).toBe(beta + alpha);
    expect((await world.bob.get(made.path)).body.suggestion.state).toBe("outdated");
  });

  it("are outdated if two of them would follow the same words to one place", async () => {
    const spec = await aSpec("The same words here.\nmiddle\nThe same words here.\nend\n");
    const hunk = { end: 20, replacement: "Other." };
    const { body } = await world.vera.post(suggestionsOf(spec.id), {
      baseRevision: "1",
      hunks: [
        { ...hunk, start: 0 },
        { start: 28, end: 48, replacement: "More." },
      ],
    });
    await world.bob.patch(spec.path, { content: "middle\nend\nThe same words here.\n" });
    const content = await contentOf(spec.path);
    const answer = await world.bob.post(`${suggestionsOf(spec.id)}/${body.suggestion.id}/accept`);
    expect(outcome(answer)).toBe("409 not_open");
    expect(await contentOf(spec.path)).toBe(content);
  });

  it("are refused if they don't change the text, and a later text that equals theirs remains its author's", async () => {
    const spec = await aSpec("abc\n\ndef\n");
    const hunks = [
      { start: 0, end: 2, replacement: "" },
      { start: 2, end: 2, replacement: "ab" },
    ];
    const send = (given: unknown) =>
      world.vera.post(suggestionsOf(spec.id), { baseRevision: "1", hunks: given });
    expect(outcome(await send(hunks))).toBe("400 invalid_request");
    // The text between them is deleted, which puts both at one position.
    const { body } = await send([hunks[0], { start: 5, end: 5, replacement: "ab" }]);
    await world.carol.patch(spec.path, { content: "abdef\n" });
    const path = `${suggestionsOf(spec.id)}/${body.suggestion.id}`;
    const accepted = await world.bob.post(`${path}/accept`);
    expect(outcome(accepted), JSON.stringify(accepted.body)).toBe("200");
    expect(accepted.body.suggestion.state).toBe("accepted");
    expect(accepted.body.suggestion).not.toHaveProperty("revision");
    const { revisions } = (await world.bob.get(`/v1/documents/${spec.id}/revisions`)).body;
    expect(revisions[0]).toMatchObject({ author: { userId: world.carol.userId }, message: "" });
    expect(revisions[0]).not.toHaveProperty("suggestedBy");
  });

  it("replace no more than a limit together, however large the text", async () => {
    const text = "Words of a long source.\n".repeat(20_000);
    const { source } = (await world.bob.post(`${plan.path}/context`, { title: "Long", text })).body;
    const send = async (end: number) =>
      outcome(
        await world.vera.post(suggestionsOf(source.id), {
          baseRevision: "1",
          hunks: [{ start: 0, end, replacement: "" }],
        }),
      );
    expect(await send(262_145)).toBe("400 invalid_request");
    expect(await send(262_144)).toBe("201");
  });

  it("are limited by a document's capacity, which ended ones free", async () => {
    const spec = await aSpec("word ".repeat(100));
    const hunks = Array.from({ length: 100 }, (_, n) => ({ start: n * 5, end: n * 5 + 4, replacement: "w" }));
    const send = (some = hunks) =>
      world.vera.post(suggestionsOf(spec.id), { baseRevision: "1", hunks: some });
    for (let n = 0; n < 9; n++) expect(outcome(await send())).toBe("201");
    expect(outcome(await send(hunks.slice(1)))).toBe("201");
    expect(outcome(await send(hunks.slice(0, 2)))).toBe("409 too_many_anchors");
    expect(outcome(await send(hunks.slice(0, 1)))).toBe("201");
    await world.bob.patch(spec.path, { content: `other ${"word ".repeat(99)}` });
    // Nine of them and the last have lost their first word, and their anchors.
    const left = await world.context.db
      .selectFrom("anchors")
      .select("id")
      .where("document_id", "=", spec.id)
      .execute();
    expect(left).toHaveLength(99);
    const again = [{ start: 0, end: 5, replacement: "another" }];
    const answer = await world.vera.post(suggestionsOf(spec.id), { baseRevision: "2", hunks: again });
    expect(outcome(answer)).toBe("201");
  });

  it("leave their message out of the version of a source with more readers than their plan", async () => {
    const hidden = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    const { source } = (await world.bob.post(`${project}/context`, { title: "Tides", text: "High tide." }))
      .body;
    const query = `?discussionPlanId=${hidden.id}`;
    const { body } = await world.bob.post(suggestionsOf(source.id) + query, {
      baseRevision: "1",
      hunks: [{ start: 0, end: 4, replacement: "Low" }],
      message: "For the secret launch.",
    });
    const accepted = await world.bob.post(`${suggestionsOf(source.id)}/${body.suggestion.id}/accept${query}`);
    expect(outcome(accepted), JSON.stringify(accepted.body)).toBe("200");
    const { revisions } = (await world.carol.get(`/v1/documents/${source.id}/revisions`)).body;
    expect(revisions[0]).toMatchObject({ revision: "2", message: "Accepted a suggestion of bob" });
  });

  it("are outdated after the write that took their words, which notifies nobody of their own act", async () => {
    const spec = await aSpec("Some words here.");
    const own = await newSuggestion(world.bob, spec.id, [["words", "text"]]);
    const other = await newSuggestion(world.carol, spec.id, [["words", "lines"]]);
    await world.bob.patch(spec.path, { content: "Some here." });
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "subject_id", "told"])
      .orderBy("seq", "desc")
      .limit(3)
      .execute();
    const told = JSON.stringify([{ userId: world.carol.userId, mentioned: false }]);
    expect(events).toEqual([
      { type: "suggestion.outdated", subject_id: other.id, told },
      { type: "suggestion.outdated", subject_id: own.id, told: null },
      { type: "spec.updated", subject_id: spec.id, told: null },
    ]);
  });

  it("and threads about a built-in text stay when the company's own text comes and goes", async () => {
    const { alice, vera } = world;
    const named = "---\nname: NAME\ndescription: Ours.\n---\nOurs.\n";
    const slug = builtInSlugs[0] ?? "";
    for (const [id, path, markdown] of [
      ["format.company.spec", "/v1/formats/spec", "Our format."],
      [`skill.company.${slug}`, `/v1/skills/${slug}`, named.replace("NAME", slug)],
    ] as const) {
      const { thread } = (await vera.post(`/v1/documents/${id}/threads`, { body: "Why?" })).body;
      expect(outcome(await alice.put(path, { markdown })), path).toMatch(/^20/);
      expect(outcome(await alice.delete(path))).toBe("200");
      const { threads } = (await vera.get(`/v1/documents/${id}/threads`)).body;
      expect(threads.map((one: { id: string }) => one.id)).toEqual([thread.id]);
    }
  });

  it("are refused if the text would be too long, when they are created and when they are accepted", async () => {
    const spec = await aSpec("short");
    const send = (units: number) =>
      world.vera.post(suggestionsOf(spec.id), {
        baseRevision: "1",
        hunks: [{ start: 5, end: 5, replacement: "x".repeat(units) }],
      });
    expect(outcome(await send(262_140))).toBe("400 invalid_request");
    const { body } = await send(262_139);
    await world.bob.patch(spec.path, { content: "now short" });
    const path = `${suggestionsOf(spec.id)}/${body.suggestion.id}`;
    expect(outcome(await world.bob.post(`${path}/accept`))).toBe("409 unfit_text");
    expect((await world.bob.get(path)).body.suggestion.state).toBe("open");
  });
});

describe("hunks", () => {
  const hunk = (start: number, end: number, exact: string) => ({ start, end, exact, replacement: "x" });

  it("match a text that has their words, in order and apart", () => {
    const text = "One two three.";
    expect(fits(text, [hunk(0, 3, "One"), hunk(3, 3, ""), hunk(8, 13, "three")])).toBe(true);
    expect(fits(text, [hunk(8, 13, "three"), hunk(0, 3, "One")])).toBe(false);
    expect(fits(text, [hunk(0, 3, "One"), hunk(0, 3, "One")])).toBe(false);
    expect(fits(text, [hunk(4, 7, "One")])).toBe(false);
  });

  it("are never applied in another order than the text's", () => {
    expect(() => applyHunks("One two", [hunk(4, 7, "two"), hunk(0, 3, "One")])).toThrow();
  });
});
