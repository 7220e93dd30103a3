import type { Suggestion } from "@groundplan/contract";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { suggestionsOf } from "../suggestions/scene.test-support.ts";

const project = "/v1/projects/web";

const content = `## Acceptance criteria

1. **AC-1:** A card that expired is refused with a message.
2. **AC-2:** A payment of 5 € is on the account within 60 seconds.
`;
const interview = `# Interview

Guests told us that a card   that
expired should be refused at once, with a message that says why.

They want to see their payment within a minute of paying it.
`;
const card = "a card that expired should be refused at once";
const minute = "to see their payment within a minute";

describe.each(databases)("quotes of sources, on $database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    plan = await newPlan(world.bob, project, { description: "About payments." });
  });
  let sources = 0;
  const newSource = async (
    by: Person,
    path: string,
    text = interview,
  ): Promise<{ id: string; path: string }> => {
    const answer = await by.post(`${path}/context`, { title: `Interview ${++sources}`, text });
    expect(outcome(answer)).toBe("201");
    return { ...answer.body.source, path: `${path}/context/${answer.body.source.id}` };
  };
  type From = Record<string, unknown>;
  const suggest = (from: From[], { at = plan, by = world.bob, text = content } = {}) =>
    by.post(suggestionsOf(at.id), {
      baseRevision: String(at.revision),
      specs: [{ ref: "a", title: "Paying", content: text, from }],
    });
  const suggested = async (...of: Parameters<typeof suggest>): Promise<Suggestion & { path: string }> => {
    const answer = await suggest(...of);
    expect(outcome(answer), JSON.stringify(answer.body)).toBe("201");
    const { suggestion } = answer.body;
    return { ...suggestion, path: `${suggestionsOf(suggestion.documentId)}/${suggestion.id}` };
  };
  const accept = async ({ path }: { path: string }, by = world.bob): Promise<string> => {
    const answer = await by.post(`${path}/accept`);
    expect(outcome(answer), JSON.stringify(answer.body)).toBe("200");
    return answer.body.specs.a;
  };
  const specOf = async (handle: string, { at = plan, by = world.bob } = {}) =>
    (await by.get(`${at.path}/specs/${handle}`)).body.spec;
  const fromOf = async (handle: string, number = 1, of = {}) =>
    (await specOf(handle, of)).acceptanceCriteria[number - 1].from;
  const quotesOf = async (source: { path: string }, query = "", by = world.bob) =>
    (await by.get(`${source.path}/quotes${query}`)).body;
  const quoting = (source: { id: string }, quote = card, criterion = 1) => ({
    criterion,
    sourceId: source.id,
    quote,
  });
  const textOf = async (source: { path: string }) => (await world.bob.get(source.path)).body.source.text;
  const write = async (source: { path: string }, text: string) =>
    expect(outcome(await world.bob.patch(source.path, { text }))).toBe("200");

  it("quotes are found with white space folded, and follow their words through changes of the source", async () => {
    const source = await newSource(world.bob, plan.path);
    const handle = await accept(await suggested([quoting(source, `  ${card.replace("that", "\n that")}`)]));
    const state = async () => (await fromOf(handle))[0];
    expect(await state()).toMatchObject({ sourceId: source.id, quote: card, state: "attached" });
    await write(source, `Preface.\n\n${await textOf(source)}`);
    expect(await state()).toMatchObject({ quote: card, state: "attached" });
    await write(source, (await textOf(source)).replace("card   that\nexpired", "card that expired"));
    expect(await state()).toMatchObject({ quote: card, state: "attached" });
    await write(source, (await textOf(source)).replace("should be refused", "must be refused"));
    expect(await state()).toMatchObject({ quote: card, state: "moved" });
    await write(source, "Nothing of it.");
    await expect.poll(state).toMatchObject({ quote: card, state: "orphaned" });
  });

  it("a source lists the criteria that quote it, by state and page", async () => {
    const source = await newSource(world.bob, plan.path);
    const handle = await accept(await suggested([quoting(source), quoting(source, minute, 2)]));
    const all = {
      quotes: [card, minute].map((quote, n) => ({
        planShortId: plan.shortId,
        specShortId: handle,
        criterion: { id: `AC-${n + 1}`, text: expect.any(String), number: n + 1 },
        quote,
        state: "attached",
      })),
    };
    expect(await quotesOf(source)).toEqual(all);
    await write(source, (await textOf(source)).replace("within a minute", "in a minute"));
    expect((await quotesOf(source, "?state=moved")).quotes).toMatchObject([{ quote: minute }]);
    expect((await quotesOf(source, "?state=attached")).quotes).toMatchObject([{ quote: card }]);
    expect((await quotesOf(source, "?state=orphaned")).quotes).toEqual([]);
    const first = await quotesOf(source, "?limit=1");
    const second = await quotesOf(source, `?limit=1&cursor=${first.nextCursor}`);
    expect([first, second].flatMap(({ quotes }) => quotes)).toMatchObject([
      { quote: card },
      { quote: minute },
    ]);
    expect(second).not.toHaveProperty("nextCursor");
  });

  it("sources belong to the words of a criterion: they follow them, go and come back with them", async () => {
    const source = await newSource(world.bob, plan.path);
    const handle = await accept(await suggested([quoting(source), { criterion: 2, assumed: true }]));
    const path = `${plan.path}/specs/${handle}`;
    const swapped =
      "## Acceptance criteria\n\n1. A payment of 5 € is on the account within 60 seconds.\n2. A card that expired  is refused with a message.\n";
    await world.bob.patch(path, { content: swapped });
    expect(await fromOf(handle, 1)).toEqual([{ assumed: true }]);
    expect(await fromOf(handle, 2)).toMatchObject([{ quote: card }]);
    expect((await quotesOf(source)).quotes).toMatchObject([{ criterion: { id: null, number: 2 } }]);
    await world.bob.patch(path, { content: content.replace("A card that expired", "Any card") });
    expect(await fromOf(handle, 1)).toEqual([]);
    expect((await quotesOf(source)).quotes).toEqual([]);
    await world.bob.patch(path, { content });
    expect(await fromOf(handle, 1)).toMatchObject([{ quote: card }]);
  });

  it("a source may have changed before the suggestion is accepted", async () => {
    const source = await newSource(world.bob, plan.path);
    const made = await suggested([quoting(source), quoting(source, minute, 2)]);
    await write(
      source,
      `Preface.\n${(await textOf(source)).replace("their payment within", "their payments within")}`,
    );
    const handle = await accept(made);
    expect(await fromOf(handle, 1)).toMatchObject([{ quote: card, state: "attached" }]);
    await expect.poll(() => fromOf(handle, 2)).toMatchObject([{ quote: minute, state: "moved" }]);
  });

  it("a quote that doesn't stand in its source is 400 in its place with the nearest words", async () => {
    const source = await newSource(world.bob, plan.path);
    const wrong = "told us that a card that expired must be rejected at once";
    const answer = await suggest([
      quoting(source),
      quoting(source, wrong),
      quoting(source, "nothing like it"),
    ]);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details).toEqual([
      {
        path: "/specs/0/from/1/quote",
        message: expect.stringContaining("“told us that a card that expired should be refused at once"),
      },
      { path: "/specs/0/from/2/quote", message: "doesn't stand in the source's text" },
    ]);
  });

  it("quotes stand anywhere in a long text, also across its chunks", async () => {
    const line = "Nobody said anything of interest about it here, and so it went on and on.\n";
    const text = `${line.repeat(875)}The harbour closes \n at ten in winter.${line.repeat(875)}And at eleven in summer.`;
    const source = await newSource(world.bob, plan.path, text);
    const first = "The harbour closes at ten in winter.Nobody";
    const handle = await accept(
      await suggested([quoting(source, first), quoting(source, "at eleven in summer.")]),
    );
    expect(await fromOf(handle)).toMatchObject([{ quote: first, state: "attached" }, { state: "attached" }]);
    await write(source, `More.\n${text}`);
    expect(await fromOf(handle)).toMatchObject([{ quote: first, state: "attached" }, { state: "attached" }]);
  });

  it("a source is one that the plan has or inherits, else 404 in its place", async () => {
    const [inherited, team] = await Promise.all([project, "/v1"].map((path) => newSource(world.bob, path)));
    const foreign = await newSource(world.bob, (await newPlan(world.bob, project)).path);
    for (const source of [inherited, team])
      expect(outcome(await suggest([quoting(source ?? foreign)]))).toBe("201");
    for (const sourceId of [foreign.id, "SPEC-1"]) {
      const answer = await suggest([
        { criterion: 1, assumed: true },
        { criterion: 2, sourceId, quote: "x".repeat(10) },
      ]);
      expect(outcome(answer)).toBe("404 not_found");
      expect(answer.body.error.details[0].path).toBe("/specs/0/from/1/sourceId");
      const beside = await suggest([
        quoting(inherited ?? foreign),
        { criterion: 2, sourceId, quote: minute },
      ]);
      expect(beside.body.error.details[0].path).toBe("/specs/0/from/1/sourceId");
      const wrong = await suggest([{ criterion: 3, sourceId, quote: minute }]);
      expect(wrong.body.error).toMatchObject({
        code: "invalid_request",
        details: [{ path: "/specs/0/from/0/criterion" }],
      });
    }
  });

  it("an archived plan refuses quotes as it refuses every suggestion", async () => {
    const at = await newPlan(world.bob, project);
    const source = await newSource(world.bob, at.path);
    await world.bob.post(`${at.path}/archive`);
    expect(outcome(await suggest([quoting(source)], { at }))).toBe("409 plan_archived");
  });

  it("whoever can't read a source reads that there is one", async () => {
    const secret = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    const source = await newSource(world.bob, secret.path);
    const made = await suggested([quoting(source), { criterion: 2, assumed: true }], { at: secret });
    const handle = await accept(made);
    const moved = await world.bob.post(`${secret.path}/specs/${handle}/move`, { planId: plan.shortId });
    expect(outcome(moved)).toBe("200");
    const { shortId } = moved.body.spec;
    expect(moved.body.spec.acceptanceCriteria[0].from).toMatchObject([{ quote: card }]);
    expect(await fromOf(shortId, 1, { by: world.carol })).toEqual([{ criterion: 1, hidden: true }]);
    expect(await fromOf(shortId, 2, { by: world.carol })).toEqual([{ assumed: true }]);
    expect((await specOf(shortId, { by: world.carol })).origin).toEqual({ suggestionId: made.id });
    expect((await quotesOf(source)).quotes).toMatchObject([
      { planShortId: plan.shortId, specShortId: shortId },
    ]);
    await world.bob.delete(source.path);
    expect(await fromOf(shortId)).toEqual([{ criterion: 1, hidden: true }]);
    expect((await world.bob.get(made.path)).body.suggestion.specs[0].from).toEqual([
      { criterion: 1, hidden: true },
      { criterion: 2, assumed: true },
    ]);
  });

  it("a list of quotes leaves out plans that the caller can't read, and deleted specs", async () => {
    const source = await newSource(world.bob, project);
    const secret = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    await accept(await suggested([quoting(source)], { at: secret }));
    const handle = await accept(await suggested([quoting(source)]));
    const path = { path: `${plan.path}/context/${source.id}` };
    expect((await quotesOf(path)).quotes).toHaveLength(2);
    expect((await quotesOf(path, "", world.carol)).quotes).toMatchObject([{ planShortId: plan.shortId }]);
    await world.bob.delete(`${plan.path}/specs/${handle}`);
    expect((await quotesOf(path, "", world.carol)).quotes).toEqual([]);
    await world.bob.post(`${plan.path}/specs/${handle}/restore`);
    expect(await fromOf(handle)).toMatchObject([{ quote: card }]);
  });

  const anchorsOf = async (source: { id: string }) => {
    const { db } = world.context;
    const rows = await db.selectFrom("anchors").selectAll().where("document_id", "=", source.id).execute();
    return rows.length;
  };

  it("the same words of a source are one anchor, which is dropped once nothing quotes them", async () => {
    const source = await newSource(world.bob, project);
    const own = await newPlan(world.bob, project);
    await accept(await suggested([quoting(source), quoting(source, card, 2)], { at: own }));
    await accept(await suggested([quoting(source, card.replace(" ", "  "))], { at: own }));
    expect(await anchorsOf(source)).toBe(1);
    expect((await quotesOf({ path: `${own.path}/context/${source.id}` })).quotes).toHaveLength(3);
    await world.bob.delete(own.path);
    await accept(await suggested([quoting(source, minute)]));
    expect(await anchorsOf(source)).toBe(1);
  });

  it("a source takes 5,000 quotes, besides threads", async () => {
    const words = (n: number) => `quoted words number ${n}.`;
    const text = Array.from({ length: 5001 }, (_, n) => words(n)).join("\n");
    const source = await newSource(world.bob, plan.path, text);
    const criteria = `## Acceptance criteria\n\n${Array.from({ length: 1000 }, (_, n) => `${n + 1}. It does ${n}.`).join("\n")}`;
    const entries = Array.from({ length: 5000 }, (_, n) => quoting(source, words(n), Math.floor(n / 5) + 1));
    await accept(await suggested(entries, { text: criteria }));
    expect(await anchorsOf(source)).toBe(5000);
    expect(outcome(await suggest([quoting(source, words(5000))]))).toBe("409 too_many_anchors");
    await write(source, `One more line.\n${text}`);
    const known = await accept(await suggested([quoting(source, words(7))]));
    expect(await fromOf(known)).toMatchObject([{ quote: words(7), state: "attached" }]);
  });

  it("a quote with other white space stays attached when the line before it goes", async () => {
    const lines = [6, 7, 8].map((n) => `Guest ${n} said that berth ${n * 7} is too small.`);
    const own = await newPlan(world.bob, project);
    const source = await newSource(world.bob, own.path, lines.join("\n"));
    const handle = await accept(await suggested([quoting(source, lines[1])], { at: own }));
    const spaced = (lines[1] ?? "").replaceAll(" ", "  ");
    await write(source, [lines[0], spaced, lines[2]].join("\n"));
    await write(source, [spaced, lines[2]].join("\n"));
    expect(await fromOf(handle, 1, { at: own })).toMatchObject([{ quote: lines[1], state: "attached" }]);
  });

  it("through random edits an attached quote stands in the source, and one of untouched words is attached", async () => {
    const lines = Array.from(
      { length: 30 },
      (_, n) => `Guest ${n} said that berth ${n * 7} is ${n % 2 ? "too small" : "fine"}.`,
    );
    const edit = fc.record({ line: fc.nat(29), kind: fc.constantFrom("change", "delete", "insert", "join") });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 6 }), async (edits) => {
        const own = await newPlan(world.bob, project);
        const source = await newSource(world.bob, own.path, lines.join("\n"));
        const entries = [0, 7, 14, 21, 28].map((n) => quoting(source, lines[n]));
        const handle = await accept(await suggested(entries, { at: own }));
        const now = lines.map((line, n) => ({ line, n }));
        for (const { line, kind } of edits) {
          const at = line % now.length;
          const old = now[at];
          if (!old) continue;
          if (kind === "delete") now.splice(at, 1);
          if (kind === "insert") now.splice(at, 0, { line: `Somebody added ${line}.`, n: -1 });
          if (kind === "change")
            now[at] = { line: old.line.replace("said that", "told us once that"), n: -1 };
          if (kind === "join") now[at] = { ...old, line: old.line.replaceAll(" ", "  ") };
          await write(source, now.map((one) => one.line).join("\n"));
        }
        const folded = (await textOf(source)).replace(/\s+/g, " ");
        const untouched = new Set(now.map(({ n }) => lines[n]));
        for (const { quote, state } of await fromOf(handle, 1, { at: own })) {
          if (state === "attached") expect(folded).toContain(quote);
          if (untouched.has(quote)) expect(state, quote).toBe("attached");
        }
      }),
      { numRuns: process.env.LONG ? 100 : 3 },
    );
  });
});
