import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { killedAt } from "../../../test/killed-at.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { keepAction } from "../../dispatch/idempotency/commands.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { purgeDeleted } from "../specs/deleted/purge-specs.ts";
import { bodyFor, newSuggestion, suggestionsOf } from "./scene.test-support.ts";

const project = "/v1/projects/web";
const content = `# Uploads

A file above 32 MiB is refused with a message.

## Acceptance criteria

1. **AC-1:** A file of 33 MiB is refused.
2. **AC-2:** The message names the limit.
`;

describe.each(databases)("suggestions, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let spec: Awaited<ReturnType<typeof newSpec>>;
  beforeAll(async () => {
    plan = await newPlan(world.bob, project, { description: "About uploads." });
  });
  const aSpec = async () => {
    spec = await newSpec(world.bob, plan, { title: "Uploads", content });
    return spec;
  };
  const read = async (who: Person, path: string) => (await who.get(path)).body;
  const textNow = async () => (await read(world.bob, spec.path)).spec.content;
  const seen = async (who: Person, state = "open") =>
    (await read(who, `${suggestionsOf(spec.id)}?state=${state}`)).suggestions;

  it("a viewer suggests, and an editor accepts it as their own revision that names the author of the suggestion", async () => {
    const { id } = await aSpec();
    const made = await newSuggestion(world.vera, id, [
      ["32 MiB", "64 MiB"],
      [
        "2. **AC-2:** The message names the limit.\n",
        "2. **AC-2:** The message says why.\n3. A link helps.\n",
      ],
    ]);
    expect(made).toMatchObject({
      state: "open",
      baseRevision: "1",
      criteria: { added: 1, changed: 1, removed: 0 },
      author: { userId: world.vera.userId, name: "vera" },
      credential: { kind: "api_key" },
    });
    expect(made.hunks[0]).toMatchObject({ exact: "32 MiB", replacement: "64 MiB" });
    expect(outcome(await world.vera.post(`${made.path}/accept`))).toBe("403 forbidden");
    const answer = await world.carol.post(`${made.path}/accept`);
    expect(outcome(answer), JSON.stringify(answer.body)).toBe("200");
    expect(answer.body.suggestion).toMatchObject({
      state: "accepted",
      revision: "2",
      decidedBy: { userId: world.carol.userId },
      hunks: made.hunks,
    });
    expect(answer.body.document.revision).toBe("2");
    expect(await textNow()).toContain("above 64 MiB is refused");
    const { revisions } = await read(world.bob, `/v1/documents/${id}/revisions`);
    expect(revisions[0]).toMatchObject({
      author: { userId: world.carol.userId },
      message: "Accepted a suggestion of vera",
      suggestedBy: { userId: world.vera.userId, name: "vera" },
    });
    expect(revisions[1]).not.toHaveProperty("suggestedBy");
    const { spec: after } = await read(world.bob, spec.path);
    expect(after.acceptanceCriteria).toHaveLength(3);
    expect(await seen(world.bob)).toEqual([]);
  });

  it("pending ones move with earlier accepted ones, and are outdated if their words changed", async () => {
    const { id } = await aSpec();
    const first = await newSuggestion(world.vera, id, [
      ["# Uploads", "# Uploads of all sizes, from everywhere"],
    ]);
    const second = await newSuggestion(world.carol, id, [["a message", "a clear message"]]);
    const third = await newSuggestion(world.bob, id, [["with a message.", "at once."]]);
    await world.bob.post(`${first.path}/accept`);
    const [moved] = await seen(world.vera);
    expect(moved.hunks[0].start).toBe(
      (second.hunks[0]?.start ?? 0) + " of all sizes, from everywhere".length,
    );
    expect(outcome(await world.bob.post(`${second.path}/accept`))).toBe("200");
    expect(await textNow()).toContain("with a clear message.");
    const [outdated] = await seen(world.vera, "outdated");
    expect(outdated).toMatchObject({
      id: third.id,
      hunks: [{ start: null, end: null, exact: "with a message." }],
    });
    expect(outcome(await world.bob.post(`${third.path}/accept`))).toBe("409 not_open");
    expect(outcome(await world.bob.post(`${third.path}/reject`))).toBe("409 not_open");
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "actor_user_id"])
      .where("subject_id", "=", third.id)
      .orderBy("seq")
      .execute();
    expect(events).toEqual([
      { type: "suggestion.created", actor_user_id: world.bob.userId },
      { type: "suggestion.outdated", actor_user_id: null },
    ]);
  });

  it("one on an earlier revision is moved to the current text, and refused if somebody changed the same words", async () => {
    const { id, path } = await aSpec();
    const body = await bodyFor(world.vera, id, [["a message", "a note"]]);
    await world.bob.patch(path, { content: `Before all.\n\n${content}` });
    const answer = await world.vera.post(suggestionsOf(id), body);
    expect(answer.body.suggestion.hunks[0].start).toBe((body.hunks[0]?.start ?? 0) + 13);
    expect(answer.body.suggestion.baseRevision).toBe("1");
    await world.bob.patch(path, { content: content.replace("with a message", "by words") });
    const refused = await world.vera.post(suggestionsOf(id), body);
    expect(outcome(refused)).toBe("409 revision_conflict");
    expect(refused.body.error.details).toEqual({
      revision: "3",
      base: content,
      yours: content.replace("a message", "a note"),
      current: content.replace("with a message", "by words"),
    });
  });

  it("of two simultaneous acceptances one succeeds, the other gets that it is not open", async () => {
    const { id } = await aSpec();
    const made = await newSuggestion(world.vera, id, [["32 MiB", "1 GiB"]]);
    const answers = await Promise.all(
      [world.bob, world.carol, world.bob, world.carol].map((who) => who.post(`${made.path}/accept`)),
    );
    expect(answers.map(outcome).sort()).toEqual(["200", "409 not_open", "409 not_open", "409 not_open"]);
    expect((await read(world.bob, spec.path)).spec.revision).toBe(2);
  });

  it("invalid hunks are refused: positions outside, within a character, overlapping, or of an unknown revision", async () => {
    spec = await newSpec(world.bob, plan, { title: "Smile", content: "Ok \u{1f600} done" });
    const send = async (hunks: unknown, baseRevision = "1") =>
      outcome(await world.vera.post(suggestionsOf(spec.id), { baseRevision, hunks }));
    const hunk = (start: number, end: number, replacement = "x") => ({ start, end, replacement });
    const refused = [[], [hunk(0, 99)], [hunk(5, 3)], [hunk(4, 5)], [hunk(0, 4)], [hunk(0, 2, "Ok")]];
    const overlapping = [
      [hunk(0, 2), hunk(1, 3)],
      [hunk(1, 1), hunk(1, 1)],
    ];
    for (const hunks of [...refused, ...overlapping, [hunk(-1, 2)], [hunk(0, 1, "\ud83d")]])
      expect(await send(hunks), JSON.stringify(hunks)).toBe("400 invalid_request");
    for (const revision of ["0", "2", "9999999999", "x", ""])
      expect(await send([hunk(0, 1)], revision), revision).toBe("400 invalid_request");
    expect(await send(Array.from({ length: 101 }, () => hunk(0, 1)))).toBe("400 invalid_request");
    expect(await send([hunk(3, 5, "\u{1f601}"), hunk(0, 0, "> "), hunk(10, 10, "!")])).toBe("201");
    const [made] = await seen(world.bob);
    await world.bob.post(`${suggestionsOf(spec.id)}/${made.id}/accept`);
    expect(await textNow()).toBe("> Ok \u{1f601} done!");
  });

  it("is withdrawn by its author and by the document's maintainers, and by nobody else", async () => {
    const { id } = await aSpec();
    const mine = await newSuggestion(world.vera, id, [["32 MiB", "64 MiB"]]);
    const other = await newSuggestion(world.carol, id, [["# Uploads", "# Files"]]);
    expect(outcome(await world.vera.delete(other.path))).toBe("403 forbidden");
    expect(outcome(await world.vera.delete(mine.path))).toBe("200");
    expect(outcome(await world.vera.get(mine.path))).toBe("404 not_found");
    expect(outcome(await world.bob.delete(other.path))).toBe("200");
    expect(await seen(world.bob, "all")).toEqual([]);
    const done = await newSuggestion(world.vera, id, [["32 MiB", "64 MiB"]]);
    expect((await world.bob.post(`${done.path}/reject`)).body.suggestion).toMatchObject({
      state: "rejected",
    });
    expect(outcome(await world.vera.delete(done.path))).toBe("409 not_open");
    expect(outcome(await world.bob.post(`${done.path}/accept`))).toBe("409 not_open");
  });

  it("of a private plan exists for its readers only, and of an archived one is read-only", async () => {
    const hidden = await newPlan(world.bob, project, { visibility: "PRIVATE", description: "A secret." });
    const made = await newSuggestion(world.bob, hidden.id, [["secret", "surprise"]]);
    for (const who of [world.alice, world.carol]) {
      expect(outcome(await who.get(made.path))).toBe("404 not_found");
      expect(outcome(await who.get(suggestionsOf(hidden.id)))).toBe("404 not_found");
      expect(outcome(await who.post(`${made.path}/accept`))).toBe("404 not_found");
      expect(
        outcome(
          await who.post(suggestionsOf(hidden.id), {
            baseRevision: "1",
            hunks: [{ start: 0, end: 0, replacement: "x" }],
          }),
        ),
      ).toBe("404 not_found");
    }
    await world.bob.post(`${hidden.path}/archive`);
    expect(outcome(await world.bob.get(made.path))).toBe("200");
    for (const path of [`${made.path}/accept`, `${made.path}/reject`])
      expect(outcome(await world.bob.post(path))).toBe("409 plan_archived");
    expect(outcome(await world.bob.delete(made.path))).toBe("409 plan_archived");
  });

  it("of instructions opens a proposal, and of formats, skills, plans and sources changes the text", async () => {
    const { alice, bob, vera } = world;
    await alice.put(`${project}/instructions`, { markdown: "Be brief." });
    const { id: instructions } = (
      await read(
        bob,
        `/v1/documents?target=${encodeURIComponent(JSON.stringify({ kind: "instructions", projectSlug: "web" }))}`,
      )
    ).document;
    const proposed = await newSuggestion(vera, instructions, [["brief", "exact"]]);
    const accepted = (await bob.post(`${proposed.path}/accept`)).body.suggestion;
    expect(accepted).not.toHaveProperty("revision");
    const { proposals } = await read(bob, `${project}/instructions/proposals`);
    expect(proposals.at(-1)).toMatchObject({ id: accepted.proposalId, markdown: "Be exact." });
    expect((await read(bob, `${project}/instructions`)).instructions.markdown).toBe("Be brief.");

    await bob.put(`${project}/formats/spec`, { markdown: "Write it short." });
    await bob.put(`${project}/skills/checking`, {
      markdown: "---\nname: checking\ndescription: Checks.\n---\nCheck.\n",
    });
    const { source } = (await bob.post(`${plan.path}/context`, { title: "Tides", text: "High tide." })).body;
    const projectId = instructions.slice("instructions.".length);
    for (const [id, words, path, shown] of [
      [`format.${projectId}.spec`, "short", `${project}/formats/spec`, "format.markdown"],
      [`skill.${projectId}.checking`, "Check.\n", `${project}/skills/checking`, "skill.markdown"],
      [plan.id, "uploads", plan.path, "plan.description"],
      [source.id, "High", `${plan.path}/context/${source.id}`, "source.text"],
    ] as const) {
      const made = await newSuggestion(vera, id, [[words, "Other words"]]);
      const answer = await bob.post(`${made.path}/accept`);
      expect(outcome(answer), `${id} ${JSON.stringify(answer.body)}`).toBe("200");
      const [resource = "", field = ""] = shown.split(".");
      expect((await read(bob, path))[resource][field]).toContain("Other words");
    }
  });

  it("of an app's or reader's credential follows the scope, and a repetition creates one", async () => {
    const { id } = await aSpec();
    const body = await bodyFor(world.vera, id, [["32 MiB", "64 MiB"]]);
    const reader = await world.reader(world.bob);
    expect(outcome(await reader.post(suggestionsOf(id), body))).toBe("403 insufficient_scope");
    const key = { "idempotency-key": `suggest-${id}` };
    const first = await world.vera.post(suggestionsOf(id), body, key);
    const again = await world.vera.post(suggestionsOf(id), body, key);
    expect(again.body).toEqual(first.body);
    const accept = { "idempotency-key": `accept-${id}` };
    const path = `${suggestionsOf(id)}/${first.body.suggestion.id}/accept`;
    const accepted = await killedAt(world, keepAction, () => world.bob.post(path, undefined, accept));
    expect((await world.bob.post(path, undefined, accept)).body).toEqual(accepted.body);
  });

  it("moves with its spec, is restored with it, and is purged with it", async () => {
    const { id, path } = await aSpec();
    const other = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    const made = await newSuggestion(world.carol, id, [["32 MiB", "64 MiB"]]);
    const moved = (await world.bob.post(`${path}/move`, { planId: other.id })).body.spec;
    expect(outcome(await world.carol.get(made.path))).toBe("404 not_found");
    expect(outcome(await world.bob.get(made.path))).toBe("200");
    await world.bob.delete(`${other.path}/specs/${moved.shortId}`);
    expect(outcome(await world.bob.get(made.path))).toBe("404 not_found");
    await world.bob.post(`${other.path}/specs/${moved.shortId}/restore`);
    expect((await world.bob.get(made.path)).body.suggestion).toMatchObject({ state: "open" });
    await world.bob.delete(`${other.path}/specs/${moved.shortId}`);
    const workspaceId = (await world.bob.get("/v1/me")).body.workspace.id;
    const deletedBefore = new Date(Date.now() + 1000).toISOString();
    await world.command(purgeDeleted, { workspaceId, id, deletedBefore });
    const left = await world.context.db
      .selectFrom("anchors")
      .selectAll()
      .where("document_id", "=", id)
      .execute();
    expect(left).toEqual([]);
  });
});
