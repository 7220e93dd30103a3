import type { Thread } from "@groundplan/contract";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { Person, setUpWorld } from "../../../test/world.ts";
import { adminCheck } from "../../admin/index.ts";
import { inboxOf, markRead } from "../inbox/scene.test-support.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { eventsOf, mention, newThread, threadsOf } from "./scene.test-support.ts";

const project = "/v1/projects/web";
const content =
  "Contacts come from a file, so that nobody types them again.\n\n## Done when\n\n1. If a row has no address, then the row is listed as skipped.\n";
const question = { body: "Which currency?", kind: "question" };
const blocking = { body: "Which currency?", kind: "question", blocking: true, options: ["Euro", "Dollar"] };

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let spec: Awaited<ReturnType<typeof newSpec>>;
  /** Another credential of bob. */
  let agent: Person;
  beforeAll(async () => {
    plan = await newPlan(world.bob, project, { description: "The harbour opens in May." });
    const { secret } = (await world.bob.post("/v1/api-keys", { name: "Agent", scope: "write" })).body;
    agent = new Person(world, world.bob.userId, world.bob.email, secret);
  });
  beforeEach(async () => {
    spec = await newSpec(world.bob, plan, { content });
  });

  const readinessOf = async ({ path }: { path: string }) => {
    const { specs } = (await world.bob.get(`${plan.path}/specs`)).body;
    const { readiness, reasons } = (await world.bob.get(`${path}/readiness`)).body;
    const shown = (await world.bob.get(path)).body.spec;
    expect([shown.readiness, specs.at(-1).readiness]).toEqual([readiness, readiness]);
    return { readiness, codes: reasons.map(({ code }: { code: string }) => code) };
  };
  const threadOf = async (by: Person, { path }: { path: string }): Promise<Thread> =>
    (await by.get(path)).body.thread;

  it("a question is a thread with options, whose answer is one of them, words of its own, or both", async () => {
    const options = ["Euro", "Dollar"];
    for (const [answer, said, option] of [
      [{ option: 1 }, "Dollar", { option: 1 }],
      [{ body: "Yen." }, "Yen.", {}],
      [{ body: "Euro, as before.", option: 0 }, "Euro, as before.", { option: 0 }],
    ] as const) {
      const asked = await newThread(agent, spec.id, { ...question, options });
      expect(asked).toMatchObject({
        kind: "question",
        blocking: false,
        options,
        answer: null,
        state: "open",
      });
      const answered = await world.vera.post(`${asked.path}/answer`, answer);
      expect(outcome(answered)).toBe("200");
      const { thread } = answered.body;
      const comment = thread.comments.at(-1);
      expect(comment).toMatchObject({ body: said, author: { userId: world.vera.userId } });
      expect(thread).toMatchObject({ state: "resolved", resolvedBy: { userId: world.vera.userId } });
      expect(thread.answer).toEqual({ commentId: comment.id, ...option });
      expect(await threadOf(agent, asked)).toEqual(thread);
    }
    const comment = await newThread(agent, spec.id);
    expect(comment).toMatchObject({ kind: "comment", blocking: false, options: [], answer: null });
  });

  it.each([
    [{ kind: "note" }, "/kind"],
    [{ blocking: false }, "/blocking"],
    [{ kind: "comment", options: ["A", "B"] }, "/options"],
    [{ kind: "question", options: ["A"] }, "/options"],
    [{ kind: "question", options: ["A", "B", "C", "D", "E", "F"] }, "/options"],
    [{ kind: "question", options: ["A", "A "] }, "/options"],
    [{ kind: "question", options: ["A", " "] }, "/options/1"],
    [{ kind: "question", options: ["A", "b".repeat(201)] }, "/options/1"],
  ])("refuses %j in a new thread", async (body, path) => {
    const refused = await world.bob.post(threadsOf(spec.id), { body: "Which?", ...body });
    expect(outcome(refused)).toBe("400 invalid_request");
    expect(refused.body.error.details).toMatchObject([{ path }]);
  });

  it("a blocking question is about a spec, asked by somebody who can edit it", async () => {
    const refused = async (by: Person, documentId: string) =>
      outcome(await by.post(threadsOf(documentId), blocking));
    expect(await refused(world.bob, plan.id)).toBe("400 invalid_request");
    expect(await refused(world.bob, "instructions.company")).toBe("400 invalid_request");
    expect(await refused(world.vera, spec.id)).toBe("403 forbidden");
    expect(await refused(world.mallory, spec.id)).toBe("404 not_found");
    expect(await readinessOf(spec)).toMatchObject({ readiness: 5 });
    const asked = await newThread(agent, spec.id, blocking);
    expect(outcome(await world.vera.post(`${asked.path}/resolve`))).toBe("200");
    expect(outcome(await world.vera.post(`${asked.path}/reopen`))).toBe("403 forbidden");
    expect(outcome(await world.carol.post(`${asked.path}/reopen`))).toBe("200");
  });

  it("an answer is refused without words, to an unknown option, and by the credential that asked", async () => {
    const asked = await newThread(agent, spec.id, blocking);
    const answer = async (by: Person, body: object, { path } = asked) =>
      outcome(await by.post(`${path}/answer`, body));
    for (const body of [{}, { option: 2 }, { option: -1 }, { body: " " }])
      expect(await answer(world.alice, body), JSON.stringify(body)).toBe("400 invalid_request");
    expect(await answer(world.alice, { option: 0 }, await newThread(agent, spec.id, question))).toBe(
      "400 invalid_request",
    );
    expect(await answer(agent, { option: 0 })).toBe("403 forbidden");
    expect(await answer(world.mallory, { option: 0 })).toBe("404 not_found");
    const comment = await newThread(agent, spec.id);
    expect(await answer(agent, { body: "Yes." }, comment)).toBe("409 not_a_question");
    expect(await answer(world.bob, { option: 0 })).toBe("200");
    expect(await answer(world.alice, { option: 0 })).toBe("409 not_open");
    expect((await threadOf(agent, asked)).commentCount).toBe(2);
  });

  it("resolving leaves a question unanswered, and reopening or deleting the comment takes the answer back", async () => {
    const asked = await newThread(agent, spec.id, blocking);
    const after = async (act: string, by: Person, body?: object) => {
      expect(outcome(await by.post(`${asked.path}/${act}`, body))).toBe("200");
      const { state, answer, blocking: blocks } = await threadOf(agent, asked);
      return [state, answer, blocks];
    };
    expect(await after("resolve", agent)).toEqual(["resolved", null, true]);
    expect(await after("resolve", agent)).toEqual(["resolved", null, true]);
    expect(await after("reopen", agent)).toEqual(["open", null, true]);
    const [, answer] = await after("answer", world.alice, { option: 0 });
    expect(answer).toMatchObject({ option: 0 });
    expect(await after("reopen", world.alice)).toEqual(["open", null, true]);
    await after("answer", world.alice, { body: "Euro." });
    const { comments } = await threadOf(agent, asked);
    await world.alice.delete(`${asked.path}/comments/${comments.at(-1)?.id}`);
    expect(await threadOf(agent, asked)).toMatchObject({ state: "resolved", answer: null });
  });

  it("an open blocking question lowers a computed readiness by one and is its first reason", async () => {
    expect(await readinessOf(spec)).toEqual({ readiness: 5, codes: [] });
    const plain = await newThread(agent, spec.id, question);
    expect(await readinessOf(spec)).toEqual({ readiness: 5, codes: [] });
    const first = await newThread(agent, spec.id, {
      ...blocking,
      body: `Which  ${mention(world.vera)}\ncurrency?`,
    });
    const second = await newThread(agent, spec.id, blocking);
    expect(await readinessOf(spec)).toEqual({ readiness: 4, codes: ["open_question", "open_question"] });
    const { reasons } = (await world.bob.get(`${spec.path}/readiness`)).body;
    expect(reasons[0]).toMatchObject({ text: "Which @Name currency?", line: null });
    const next = (await world.bob.get("/v1/next?limit=200")).body.specs;
    expect(next.find(({ id }: { id: string }) => id === spec.id).readiness).toBe(4);
    await world.bob.patch(spec.path, { readiness: 5 });
    expect(await readinessOf(spec)).toEqual({ readiness: 5, codes: ["open_question", "open_question"] });
    await world.bob.patch(spec.path, { readiness: null });
    for (const { path } of [plain, first]) await world.alice.post(`${path}/resolve`);
    expect(await readinessOf(spec)).toEqual({ readiness: 4, codes: ["open_question"] });
    await world.alice.post(`${second.path}/answer`, { option: 1 });
    expect(await readinessOf(spec)).toEqual({ readiness: 5, codes: [] });
    await world.alice.post(`${second.path}/reopen`);
    expect(await readinessOf(spec)).toEqual({ readiness: 4, codes: ["open_question"] });
    const empty = await newSpec(world.bob, plan);
    await newThread(agent, empty.id, blocking);
    expect((await readinessOf(empty)).readiness).toBe(1);
  });

  it("the count of open questions stays with a spec that moves, or is deleted and restored", async () => {
    const asked = await newThread(agent, spec.id, blocking);
    const other = await newPlan(world.bob, project);
    const { shortId } = (await world.bob.post(`${spec.path}/move`, { planId: other.id })).body.spec;
    const moved = `${other.path}/specs/${shortId}`;
    expect((await world.bob.get(moved)).body.spec.readiness).toBe(4);
    await world.bob.delete(moved);
    expect((await world.bob.post(`${moved}/restore`)).body.spec.readiness).toBe(4);
    await world.alice.post(`${asked.path}/answer`, { option: 1 });
    expect((await world.bob.get(moved)).body.spec.readiness).toBe(5);
  });

  it("after any history the count of open questions is right", async () => {
    const acts = ["ask", "answer", "resolve", "reopen", "forget", "move", "delete", "restore"] as const;
    const history = fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat(3)), { minLength: 10, maxLength: 30 });
    const play = async (steps: readonly (readonly [(typeof acts)[number], number])[]) => {
      const plans = [plan, await newPlan(world.bob, project)];
      let { path } = await newSpec(world.bob, plan, { content });
      const { id } = (await world.bob.get(path)).body.spec;
      const asked: { path: string }[] = [];
      for (const [act, n] of steps) {
        const thread = asked[n]?.path ?? threadsOf(id);
        if (act === "ask") {
          const answer = await agent.post(threadsOf(id), n === 0 ? question : blocking);
          if (answer.status === 201) asked.push({ path: `${threadsOf(id)}/${answer.body.thread.id}` });
        } else if (act === "answer") await world.alice.post(`${thread}/answer`, { body: "Euro." });
        else if (act === "forget") {
          const { comments = [] } = (await world.bob.get(thread)).body.thread ?? {};
          await world.bob.delete(`${thread}/comments/${comments.at(-1)?.id}`);
        } else if (act === "move") {
          const moved = await world.bob.post(`${path}/move`, { planId: plans[n % 2]?.id });
          if (moved.status === 200) path = `${plans[n % 2]?.path}/specs/${moved.body.spec.shortId}`;
        } else if (act === "delete") await world.bob.delete(path);
        else if (act === "restore") await world.bob.post(`${path}/restore`);
        else await world.bob.post(`${thread}/${act}`);
      }
      expect((await adminCheck(world.env)).problems).toEqual([]);
      await world.bob.post(`${path}/restore`);
      const open = (await world.bob.get(threadsOf(id))).body.threads.filter(
        (thread: Thread) => thread.blocking && thread.state === "open",
      );
      expect((await world.bob.get(path)).body.spec.readiness).toBe(open.length > 0 ? 4 : 5);
    };
    await fc.assert(fc.asyncProperty(history, play), { numRuns: process.env.LONG ? 100 : 5 });
  });

  it("a spec with an open blocking question can't be set DONE, alone or with others", async () => {
    const first = await newThread(agent, spec.id, blocking);
    const second = await newThread(agent, spec.id, blocking);
    const other = await newSpec(world.bob, plan);
    const alone = () => world.bob.patch(spec.path, { title: "Renamed", status: "DONE" });
    const together = () =>
      world.bob.patch(`${plan.path}/specs`, {
        specShortIds: [other.shortId, spec.shortId],
        changes: { status: "DONE" },
      });
    for (const done of [alone, together]) {
      const refused = await done();
      expect(outcome(refused)).toBe("409 question_open");
      expect(refused.body.error.details).toEqual({ threads: [first.id, second.id] });
      expect(refused.body.error.message).toContain(spec.shortId);
    }
    expect((await world.bob.get(spec.path)).body.spec).toMatchObject({ title: "Spec", status: "TODO" });
    expect((await world.bob.get(other.path)).body.spec.status).toBe("TODO");
    expect(outcome(await world.bob.patch(spec.path, { status: "CANCELLED" }))).toBe("200");
    await world.bob.post(`${first.path}/resolve`);
    expect((await alone()).body.error.details).toEqual({ threads: [second.id] });
    await world.bob.post(`${second.path}/answer`, { option: 0 });
    expect(outcome(await together())).toBe("200");
    await newThread(agent, spec.id, blocking);
    expect(outcome(await alone())).toBe("200");
  });

  it("the list has the questions that the caller can read, oldest first, with their places", async () => {
    const ids = async (by: Person, query = "") => {
      const answer = await by.get(`/v1/questions?limit=200${query}`);
      expect(outcome(answer)).toBe("200");
      return answer.body.questions.map(({ id }: Thread) => id);
    };
    const before = new Set(await ids(world.alice, "&state=all"));
    const fresh = async (by: Person, query = "") =>
      (await ids(by, query)).filter((id: string) => !before.has(id));
    const hidden = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    const deleted = await newSpec(world.bob, plan);
    const archived = await newPlan(world.bob, project);
    await world.alice.put(`${project}/instructions`, { markdown: "Be kind." });
    const { document } = (
      await world.bob.get(
        `/v1/documents?target=${encodeURIComponent('{"kind":"instructions","projectSlug":"web"}')}`,
      )
    ).body;
    const [ofSpec, ofHidden, ofDeleted, ofArchived, ofProject, ofCompany] = [
      await newThread(agent, spec.id, blocking),
      await newThread(agent, hidden.id, question),
      await newThread(agent, deleted.id, question),
      await newThread(agent, archived.id, question),
      await newThread(agent, document.id, question),
      await newThread(agent, "instructions.company", question),
    ].map(({ id }) => id);
    await newThread(agent, spec.id);
    await world.bob.delete(deleted.path);
    await world.bob.post(`${archived.path}/archive`);
    expect(await fresh(world.bob)).toEqual([ofSpec, ofHidden, ofProject, ofCompany]);
    expect(await fresh(world.vera)).toEqual([ofSpec, ofProject, ofCompany]);
    expect(await ids(world.mallory, "&state=all")).toEqual([]);
    await world.bob.put(`${hidden.path}/shares/${world.carol.userId}`, { capability: "READ" });
    expect(await fresh(world.carol)).toEqual([ofSpec, ofHidden, ofProject, ofCompany]);
    await world.bob.post(`${deleted.path}/restore`);
    await world.bob.post(`${archived.path}/restore`);
    const all = [ofSpec, ofHidden, ofDeleted, ofArchived, ofProject, ofCompany];
    expect(await fresh(world.bob, "&state=all")).toEqual(all);
    await world.alice.post(`${threadsOf(spec.id)}/${ofSpec}/answer`, { option: 1 });
    expect(await fresh(world.bob)).toEqual(all.slice(1));
    expect(await fresh(world.bob, "&state=resolved")).toEqual([ofSpec]);
    const { questions } = (await world.bob.get("/v1/questions?state=all&limit=200")).body;
    const shown = (id?: string) => questions.find((one: Thread) => one.id === id);
    const thread = await threadOf(agent, { path: `${threadsOf(spec.id)}/${ofSpec}` });
    const at = { projectSlug: "web", planShortId: plan.shortId, specShortId: spec.shortId };
    expect(shown(ofSpec)).toEqual({ ...thread, ...at });
    expect(shown(ofProject)).toMatchObject({ projectSlug: "web" });
    expect(shown(ofProject)).not.toHaveProperty("planShortId");
    expect(shown(ofCompany)).not.toHaveProperty("projectSlug");
    expect(outcome(await world.bob.get("/v1/questions?state=answered"))).toBe("400 invalid_request");
  });

  it("asking tells the document's owners, and answering who asked", async () => {
    const { bob, carol, vera } = world;
    const news = async (person: Person) => {
      const { items, watermark } = await inboxOf(person, "?unread=true");
      await markRead(person, { upTo: watermark });
      return items.map(({ type, eventType, activity, excerpt }) => [type, eventType, activity, excerpt]);
    };
    for (const person of [bob, carol, vera]) await news(person);
    const asked = await newThread(carol, spec.id, { ...blocking, body: `Which one, ${mention(vera)}?` });
    expect(await news(bob)).toEqual([["comment", "question.asked", "asked a question", "Which one, @Name?"]]);
    expect(await news(vera)).toEqual([
      ["mention", "question.asked", "mentioned you in a thread", "Which one, @Name?"],
    ]);
    await bob.post(`${asked.path}/answer`, { option: 1 });
    expect(await news(carol)).toEqual([["comment", "question.answered", "answered a question", "Dollar"]]);
    expect([await news(bob), await news(vera)]).toEqual([[], []]);
    const { comments } = await threadOf(bob, asked);
    const about = { documentId: spec.id, documentKind: "spec", threadId: asked.id };
    expect(await eventsOf(world, asked.id)).toEqual([
      ["question.asked", { ...about, mentioned: [vera.userId], blocking: true }],
      ["question.answered", { ...about, commentId: comments.at(-1)?.id, mentioned: [] }],
    ]);
  });

  it("questions of an archived plan are read, and neither answered nor asked", async () => {
    const archived = await newPlan(world.bob, project);
    const inside = await newSpec(world.bob, archived);
    const asked = await newThread(agent, inside.id, blocking);
    await world.bob.post(`${archived.path}/archive`);
    expect((await threadOf(world.vera, asked)).kind).toBe("question");
    expect(outcome(await world.alice.post(`${asked.path}/answer`, { option: 0 }))).toBe("409 plan_archived");
    expect(outcome(await agent.post(`${asked.path}/answer`, { option: 0 }))).toBe("403 forbidden");
    expect(outcome(await world.bob.post(threadsOf(inside.id), blocking))).toBe("409 plan_archived");
  });
});
