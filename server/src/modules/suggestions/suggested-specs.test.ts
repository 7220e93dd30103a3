import type { SpecWithCriteria, Suggestion } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { suggestionsOf } from "./scene.test-support.ts";

const project = "/v1/projects/web";

const content = `Guests pay.

## Acceptance criteria

1. **AC-1:** A card that expired is refused with a message.
2. **AC-2:** A payment of 5 € is on the account within 60 seconds.
`;
const interview = `Guests told us that a card   that
expired should be refused at once.

They want to see their payment within a minute.
`;

describe.each(databases)("suggested specs, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let source: { id: string };
  beforeAll(async () => {
    plan = await newPlan(world.bob, project, { description: "About payments." });
    source = await newSource(world.bob, plan, "Interview", interview);
  });
  const newSource = async (by: Person, at: { path: string }, title: string, text: string) =>
    (await by.post(`${at.path}/context`, { title, text })).body.source;
  const suggest = (by: Person, specs: unknown, more: object = {}, at = plan) =>
    by.post(suggestionsOf(at.id), { baseRevision: String(at.revision), hunks: [], specs, ...more });
  const suggested = async (specs: unknown, at = plan): Promise<Suggestion & { path: string }> => {
    const answer = await suggest(world.vera, specs, {}, at);
    expect(outcome(answer), JSON.stringify(answer.body)).toBe("201");
    return { ...answer.body.suggestion, path: `${suggestionsOf(at.id)}/${answer.body.suggestion.id}` };
  };
  const accept = (by: Person, { path }: { path: string }, body?: object) => by.post(`${path}/accept`, body);
  const specOf = async (handle: string, at = plan, by = world.bob): Promise<SpecWithCriteria> =>
    (await by.get(`${at.path}/specs/${handle}`)).body.spec;
  const from = () => [
    { criterion: 1, sourceId: source.id, quote: "a card that expired should be refused" },
    { criterion: 2, assumed: true },
  ];
  const three = () => [
    { ref: "a", title: "Paying", content, effort: 2, from: from() },
    { ref: "b", title: "Refunds", content: "", needsFirst: ["a"] },
    { ref: "c", title: "Receipts", content: "", needsFirst: ["a", "b"] },
  ];

  it("a viewer suggests specs, which everybody reads with their readiness and sources", async () => {
    const { path, ...made } = await suggested(three());
    expect(made).toMatchObject({
      state: "open",
      hunks: [],
      specs: [{ ref: "a" }, { ref: "b" }, { ref: "c" }],
    });
    expect(made.specs[0]).toEqual({
      ref: "a",
      title: "Paying",
      content,
      effort: 2,
      needsFirst: [],
      from: from(),
      readiness: expect.any(Number),
      reasons: expect.any(Array),
      state: "open",
      version: 1,
    });
    expect(made.specs[1]).toMatchObject({ effort: null, needsFirst: ["a"], from: [] });
    expect((await world.carol.get(path)).body.suggestion).toEqual(made);
    const { suggestions } = (await world.carol.get(suggestionsOf(plan.id))).body;
    expect(suggestions).toContainEqual(made);
    expect(outcome(await accept(world.vera, { path }))).toBe("403 forbidden");
  });

  it("accepting creates all specs as the acceptor's, with the readiness that was shown and their origin", async () => {
    const made = await suggested(three());
    const answer = await accept(world.carol, made);
    expect(outcome(answer), JSON.stringify(answer.body)).toBe("200");
    const { suggestion, document, specs, dropped } = answer.body;
    expect(Object.keys(specs)).toEqual(["a", "b", "c"]);
    expect(dropped).toEqual([]);
    expect(document.revision).toBe(String(plan.revision));
    expect(suggestion).toMatchObject({
      state: "accepted",
      decidedBy: { userId: world.carol.userId },
      specs: ["a", "b", "c"].map((ref) => ({ ref, state: "accepted", specShortId: specs[ref] })),
    });
    const [a, c] = [await specOf(specs.a), await specOf(specs.c)];
    expect(a).toMatchObject({
      title: "Paying",
      content,
      effort: 2,
      status: "TODO",
      origin: { suggestionId: made.id },
      readiness: made.specs[0]?.readiness,
    });
    expect(c.needsFirst).toEqual([specs.a, specs.b]);
    expect(a.acceptanceCriteria.map((criterion) => criterion.from)).toEqual([
      [
        {
          sourceId: source.id,
          title: "Interview",
          quote: "a card that expired should be refused",
          state: "attached",
        },
      ],
      [{ assumed: true }],
    ]);
    const { versions } = (await world.bob.get(`${plan.path}/specs/${specs.a}/versions`)).body;
    expect(versions[0].author).toMatchObject({ userId: world.carol.userId });
    expect(outcome(await accept(world.carol, made))).toBe("409 not_open");
  });

  it("a quote that its source has lost since is orphaned, until the source has it again", async () => {
    const own = await newPlan(world.bob, project);
    const { id: sourceId } = await newSource(world.bob, own, "Talk", interview);
    const quoted = { criterion: 1, sourceId, quote: "a card that expired should be refused" };
    const made = await suggested([{ ref: "a", title: "Paying", content, from: [quoted] }], own);
    const sourceOfPlan = `${own.path}/context/${sourceId}`;
    const shown = async () => (await world.carol.get(made.path)).body.suggestion.specs[0].from;
    await world.bob.patch(sourceOfPlan, { title: "Another title" });
    expect(await shown()).toEqual([quoted]);
    await world.bob.patch(sourceOfPlan, { text: "They said nothing of it." });
    expect(await shown()).toEqual([{ ...quoted, state: "orphaned" }]);
    const { suggestions } = (await world.carol.get(suggestionsOf(own.id))).body;
    expect(suggestions[0].specs[0].from).toEqual(await shown());
    await world.bob.patch(sourceOfPlan, { text: `Once more: ${interview}` });
    expect(await shown()).toEqual([quoted]);
  });

  it("specs of a list have their origin, and others have none", async () => {
    const own = await newSpec(world.bob, plan);
    expect(own.origin).toBeNull();
    const { specs } = (await accept(world.bob, await suggested([{ ref: "x", title: "X", content: "" }])))
      .body;
    const listed = (await world.bob.get(`${plan.path}/specs`)).body.specs;
    const find = (handle: string) => listed.find(({ shortId }: SpecWithCriteria) => shortId === handle);
    expect(find(own.shortId).origin).toBeNull();
    expect(find(specs.x).origin).toMatchObject({ suggestionId: expect.any(String) });
  });

  it("some specs are taken in the order given and with changes; the rest is left out for good, with its needs", async () => {
    const made = await suggested(three());
    const wanted = [{ ref: "c", title: "Bills", content: "New.", effort: 4 }, "b"];
    const { status, body } = await accept(world.bob, made, { specs: wanted });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.dropped).toEqual([
      { ref: "c", needs: ["a"] },
      { ref: "b", needs: ["a"] },
    ]);
    expect(body.suggestion.specs.map(({ state }: { state: string }) => state)).toEqual([
      "left_out",
      "accepted",
      "accepted",
    ]);
    const [b, c] = [await specOf(body.specs.b), await specOf(body.specs.c)];
    expect(c).toMatchObject({ title: "Bills", content: "New.", effort: 4, needsFirst: [b.shortId] });
    expect(b.needsFirst).toEqual([]);
    const numberOf = ({ shortId }: SpecWithCriteria) => Number(shortId.slice("SPEC-".length));
    expect(numberOf(b) - numberOf(c)).toBe(1);
    expect(outcome(await accept(world.bob, made, { specs: ["a"] }))).toBe("409 not_open");
  });

  it("the text and the specs of one suggestion are taken together, or either alone", async () => {
    const own = await newPlan(world.bob, project, { description: "About boats." });
    const both = async () => {
      const { revision } = (await world.bob.get(`/v1/documents/${own.id}`)).body.document;
      const hunks = [{ start: 0, end: 0, replacement: "All. " }];
      const specs = [{ ref: "a", title: "Boats", content: "" }];
      const answer = await world.vera.post(suggestionsOf(own.id), { baseRevision: revision, hunks, specs });
      return { path: `${suggestionsOf(own.id)}/${answer.body.suggestion.id}` };
    };
    const text = async () => (await world.bob.get(`/v1/documents/${own.id}`)).body.sourceText;
    const alone = (await accept(world.bob, await both(), { hunks: false })).body;
    expect(Object.keys(alone.specs)).toEqual(["a"]);
    expect(alone.suggestion).not.toHaveProperty("revision");
    expect(await text()).toBe("About boats.");
    const words = (await accept(world.bob, await both(), { specs: [] })).body;
    expect(words.specs).toEqual({});
    expect(words.suggestion).toMatchObject({ state: "accepted", revision: expect.any(String) });
    expect(await text()).toBe("All. About boats.");
    expect(Object.keys((await accept(world.bob, await both())).body.specs)).toEqual(["a"]);
    expect(await text()).toBe("All. All. About boats.");
    const refused = await accept(world.bob, await both(), { hunks: false, specs: [] });
    expect(outcome(refused)).toBe("400 invalid_request");
  });

  it("a suggestion of specs alone is never outdated", async () => {
    const own = await newPlan(world.bob, project, { description: "About boats." });
    const made = await suggested([{ ref: "a", title: "Boats", content: "" }], own);
    await world.bob.patch(own.path, { description: "All is new." });
    expect((await world.bob.get(made.path)).body.suggestion.state).toBe("open");
    expect(outcome(await accept(world.bob, made))).toBe("200");
  });

  it.each([
    ["an unknown ref", ["a", "z"], "/specs/1"],
    ["an unknown ref with changes", [{ ref: "z", title: "Z" }], "/specs/0"],
    ["a ref twice", ["a", { ref: "a" }], "/specs/1"],
  ])("%s is 400 in its place and writes nothing", async (_what, specs, path) => {
    const own = await newPlan(world.bob, project);
    const made = await suggested([{ ref: "a", title: "A", content: "" }], own);
    const answer = await accept(world.bob, made, { specs });
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe(path);
    expect((await world.bob.get(`${own.path}/specs`)).body.specs).toEqual([]);
    expect((await world.bob.get(made.path)).body.suggestion.state).toBe("open");
  });

  it("a need that has gone is 400 in its place, and its spec can be left out", async () => {
    const own = await newPlan(world.bob, project);
    const needed = await newSpec(world.bob, own);
    const specs = [
      { ref: "a", title: "A", content: "" },
      { ref: "b", title: "B", content: "", needsFirst: [needed.shortId] },
    ];
    const made = await suggested(specs, own);
    await world.bob.delete(needed.path);
    const answer = await accept(world.bob, made, { specs: ["a", "b"] });
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details).toEqual([
      { path: "/specs/1", message: expect.stringContaining(needed.shortId) },
    ]);
    expect((await world.bob.get(`${own.path}/specs`)).body.specs).toEqual([]);
    expect(outcome(await accept(world.bob, made, { specs: ["a"] }))).toBe("200");
  });

  it("of two who accept at once, one wins", async () => {
    const own = await newPlan(world.bob, project);
    const made = await suggested([{ ref: "a", title: "A", content: "" }], own);
    const answers = await Promise.all([world.bob, world.carol].map((by) => accept(by, made)));
    expect(answers.map(outcome).sort()).toEqual(["200", "409 not_open"]);
    expect((await world.bob.get(`${own.path}/specs`)).body.specs).toHaveLength(1);
  });

  it("a repeated acceptance under its key answers the same specs", async () => {
    const made = await suggested(three());
    const headers = { "idempotency-key": made.id };
    const body = { specs: ["a", "c"] };
    const once = await world.bob.send("POST", `${made.path}/accept`, body, headers);
    const again = await world.bob.send("POST", `${made.path}/accept`, body, headers);
    expect(once.body.dropped).toEqual([{ ref: "c", needs: ["b"] }]);
    expect(again.body).toEqual(once.body);
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });

  it("with `Prefer: return=minimal` acceptance answers specs without their texts, also when it is repeated", async () => {
    const { path } = await suggested(three());
    const headers = { prefer: "return=minimal", "idempotency-key": path };
    const once = await world.bob.send("POST", `${path}/accept`, {}, headers);
    expect(outcome(once), JSON.stringify(once.body)).toBe("200");
    expect(once.headers["preference-applied"]).toBe("return=minimal");
    expect(once.body.specs.a).toEqual({
      planShortId: plan.shortId,
      shortId: expect.stringMatching(/^SPEC-/),
      status: "TODO",
      revision: 1,
      readiness: expect.any(Number),
      readinessLabel: expect.any(String),
      reasons: expect.any(Array),
    });
    expect(once.body.suggestion).toMatchObject({ state: "accepted" });
    expect(JSON.stringify(once.body)).not.toContain("A card that expired is refused");
    const again = await world.bob.send("POST", `${path}/accept`, {}, headers);
    expect(again.body).toEqual(once.body);
    expect(again.headers["preference-applied"]).toBe("return=minimal");
  });

  it("rejecting says why, if somebody wants to", async () => {
    const made = await suggested(three());
    const { suggestion } = (await world.bob.post(`${made.path}/reject`, { reason: "Not now." })).body;
    expect(suggestion).toMatchObject({
      state: "rejected",
      reason: "Not now.",
      specs: [{ state: "left_out" }, {}, {}],
    });
    const silent = await suggested(three());
    expect((await world.bob.post(`${silent.path}/reject`)).body.suggestion).not.toHaveProperty("reason");
  });

  it.each([
    [
      "51 specs",
      () => Array.from({ length: 51 }, (_, n) => ({ ref: `${n}`, title: "A", content: "" })),
      "/specs",
    ],
    [
      "too many bytes",
      () => ["a", "b"].map((ref) => ({ ref, title: "A", content: "x".repeat(140_000) })),
      "/specs",
    ],
    [
      "a ref twice",
      () => [
        { ref: "a", title: "A", content: "" },
        { ref: "a", title: "A", content: "" },
      ],
      "/specs/1/ref",
    ],
    ["a ref of 41 characters", () => [{ ref: "a".repeat(41), title: "A", content: "" }], "/specs/0/ref"],
    [
      "a criterion that the text doesn't have",
      () => [{ ref: "a", title: "A", content, from: [{ criterion: 3, assumed: true }] }],
      "/specs/0/from/0/criterion",
    ],
    [
      "six entries of a criterion",
      () => [{ ref: "a", title: "A", content, from: Array(6).fill({ criterion: 1, assumed: true }) }],
      "/specs/0/from/5/criterion",
    ],
    [
      "a quote of nine characters",
      () => [
        {
          ref: "a",
          title: "A",
          content,
          from: [{ criterion: 1, sourceId: source.id, quote: "a  card  that".slice(0, 9) }],
        },
      ],
      "/specs/0/from/0/quote",
    ],
  ])("%s is 400 in its place", async (_what, specs, path) => {
    const answer = await suggest(world.vera, specs());
    expect(outcome(answer), JSON.stringify(answer.body)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe(path);
  });

  it("a suggested spec may need one of another plan that its readers can read", async () => {
    const [own, other] = [await newPlan(world.bob, project), await newPlan(world.bob, project)];
    const needed = `${other.shortId}/${(await newSpec(world.bob, other)).shortId}`;
    const one = [{ ref: "a", title: "A", content: "", needsFirst: [needed] }];
    const { specs } = (await accept(world.bob, await suggested(one, own))).body;
    const { dependencies } = (await world.bob.get(`${own.path}/dependencies`)).body;
    expect(dependencies).toMatchObject([{ fromHandle: `${own.shortId}/${specs.a}`, toHandle: needed }]);
    const secret = await newPlan(world.carol, project, { visibility: "PRIVATE" });
    const hidden = `${secret.shortId}/${(await newSpec(world.carol, secret)).shortId}`;
    expect(outcome(await suggest(world.bob, [{ ...one[0], needsFirst: [hidden] }], {}, own))).toBe(
      "404 not_found",
    );
  });

  it("a need in a plan that a reader can't read is hidden, and its spec can't be accepted by them", async () => {
    const secret = await newPlan(world.carol, project, { visibility: "PRIVATE" });
    const hidden = `${secret.shortId}/${(await newSpec(world.carol, secret)).shortId}`;
    const specs = [
      { ref: "b", title: "B", content: "", needsFirst: [hidden] },
      { ref: "c", title: "C", content: "", needsFirst: [hidden, "b"] },
    ];
    const made = await suggest(world.carol, specs);
    expect(made.body.suggestion.specs[0].needsFirst).toEqual([hidden]);
    const path = `${suggestionsOf(plan.id)}/${made.body.suggestion.id}`;
    const read = (await world.bob.get(path)).body.suggestion;
    expect(read.specs.map(({ needsFirst }: { needsFirst: string[] }) => needsFirst)).toEqual([[], ["b"]]);
    const refused = await world.bob.post(`${path}/accept`, {});
    expect(outcome(refused)).toBe("400 invalid_request");
    expect(JSON.stringify(refused.body)).not.toContain(secret.shortId);
  });

  it("needs are refs or specs of the plan, without cycles", async () => {
    const at = (needsFirst: string[]) => [{ ref: "a", title: "A", content: "", needsFirst }];
    const unknown = await suggest(world.vera, at(["SPEC-999"]));
    expect(outcome(unknown)).toBe("404 not_found");
    expect(unknown.body.error.details[0].path).toBe("/specs/0/needsFirst/0");
    expect(outcome(await suggest(world.vera, at(["a"])))).toBe("409 dependency_cycle");
  });

  it("specs are for plans, and a suggestion holds a change", async () => {
    const spec = await newSpec(world.bob, plan, { content });
    const specs = [{ ref: "a", title: "A", content: "" }];
    const elsewhere = await world.vera.post(suggestionsOf(spec.id), { baseRevision: "1", hunks: [], specs });
    expect(outcome(elsewhere)).toBe("400 invalid_request");
    expect(elsewhere.body.error.details[0].path).toBe("/specs");
    const nothing = await world.vera.post(suggestionsOf(plan.id), { baseRevision: "1", hunks: [] });
    expect(nothing.body.error.details[0].path).toBe("/hunks");
    const without = await world.vera.post(suggestionsOf(plan.id), {
      baseRevision: String(plan.revision),
      specs,
    });
    expect(outcome(without)).toBe("201");
  });

  it("a plan takes 200 open suggestions", async () => {
    const own = await newPlan(world.bob, project);
    const one = [{ ref: "a", title: "A", content: "" }];
    for (let n = 0; n < 200; n += 20)
      await Promise.all(Array.from({ length: 20 }, () => suggested(one, own)));
    expect(outcome(await suggest(world.vera, one, {}, own))).toBe("409 too_many_anchors");
  });
});
