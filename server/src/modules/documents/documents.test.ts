import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { form } from "../../../test/form.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";
const skill = "---\nname: checking\ndescription: Checks.\n---\nCheck.\n";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let hidden: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    const { alice, bob } = world;
    await alice.post("/v1/projects", { name: "Web" });
    await alice.post("/v1/projects", { name: "App" });
    plan = await newPlan(bob, project, { name: "Harbour", description: "About the harbour." });
    hidden = await newPlan(bob, project, { name: "Hidden", visibility: "PRIVATE" });
  });

  const byTarget = (who: Person, target: unknown, more = {}) =>
    who.get(
      `/v1/documents?${new URLSearchParams({ target: typeof target === "string" ? target : JSON.stringify(target), ...more })}`,
    );
  const byId = (who: Person, id: string, query = "") => who.get(`/v1/documents/${id}${query}`);
  const add = async (who: Person, path: string, title: string) =>
    (await who.post(`${path}/context`, { title, text: "Some text." })).body.source;
  const can = (answer: { body: { document: { capabilities: Record<string, boolean> } } }) =>
    Object.entries(answer.body.document.capabilities)
      .filter(([, may]) => may)
      .map(([name]) => name)
      .join(" ");

  it("a plan's document shows its description, and is found by JSON, by the short form and by its id", async () => {
    const { bob } = world;
    const answer = await byTarget(bob, { kind: "plan-item", itemId: plan.id });
    expect(answer.body).toEqual({
      document: {
        id: plan.id,
        kind: "plan",
        target: { kind: "plan-item", itemId: plan.id },
        title: "Harbour",
        canonicalUrl: expect.stringMatching(new RegExp(`^http.*/projects/web/plans/${plan.shortId}$`)),
        revision: "1",
        path: plan.shortId,
        sourceRevision: "1",
        applyMode: "native",
        capabilities: {
          canComment: true,
          canSuggest: true,
          canMaintain: true,
          canUseAgent: false,
          needsDiscussionPlan: false,
        },
        ownerUserIds: [bob.userId],
        ownerNames: ["bob"],
      },
      sourceText: "About the harbour.",
      viewer: { userId: bob.userId, organizationId: expect.any(String) },
    });
    expect((await byTarget(bob, `plan-item:${plan.id}`)).body).toEqual(answer.body);
    expect((await byId(bob, plan.id)).body).toEqual(answer.body);
  });

  it("a spec's document has the handles as its path, its text, and the revision created by a write", async () => {
    const spec = await newSpec(world.bob, plan, { title: "Quay", content: "A quay." });
    const { document, sourceText } = (await byTarget(world.vera, `plan-item:${spec.id}`)).body;
    expect([document.kind, document.path, document.title, sourceText]).toEqual([
      "spec",
      `${plan.shortId}/${spec.shortId}`,
      "Quay",
      "A quay.",
    ]);
    await world.bob.patch(spec.path, { content: "A longer quay." });
    expect((await byId(world.vera, spec.id)).body.document.revision).toBe("2");
  });

  it("READ comments and suggests, EDIT maintains, and a `read` credential may do neither", async () => {
    const { alice, bob, carol, vera } = world;
    await bob.put(`${hidden.path}/shares/${carol.userId}`, { capability: "READ" });
    const seen = async (who: Person, id: string) => can((await byId(who, id)) as never);
    expect(await seen(carol, hidden.id)).toBe("canComment canSuggest");
    expect(await seen(vera, plan.id)).toBe("canComment canSuggest");
    expect(await seen(carol, plan.id)).toBe("canComment canSuggest canMaintain");
    expect(await seen(await world.reader(carol), plan.id)).toBe("");
    expect(outcome(await byId(alice, hidden.id))).toBe("404 not_found");
    await bob.delete(`${hidden.path}/shares/${carol.userId}`);
    expect(outcome(await byId(carol, hidden.id))).toBe("404 not_found");
    expect(outcome(await byTarget(carol, `plan-item:${hidden.id}`))).toBe("404 not_found");
  });

  it("an archived plan's document is read-only", async () => {
    const old = await newPlan(world.bob, project, { name: "Old" });
    await world.bob.post(`${old.path}/archive`);
    expect(can((await byId(world.bob, old.id)) as never)).toBe("");
  });

  it("a shared source is discussed in a plan that inherits it and that the caller can read", async () => {
    const { alice, bob, vera } = world;
    const app = await newPlan(bob, "/v1/projects/app");
    const source = await add(alice, project, "Tides");
    const target = { kind: "context-source", id: source.id };
    const without = await byTarget(vera, target);
    expect(can(without as never)).toBe("needsDiscussionPlan");
    expect(without.body.document.path).toBe("context/Tides");
    const within = await byTarget(vera, target, { discussionPlanId: plan.shortId });
    expect(can(within as never)).toBe("canComment canSuggest");
    expect(within.body.document.discussionPlanId).toBe(plan.id);
    expect(within.body.document.ownerUserIds).toEqual([alice.userId]);
    for (const discussionPlanId of [app.id, hidden.id, "PLAN-999"])
      expect((await byTarget(vera, target, { discussionPlanId })).body.document).not.toHaveProperty(
        "discussionPlanId",
      );
    expect(can((await byId(bob, source.id, `?discussionPlanId=${plan.id}`)) as never)).toBe(
      "canComment canSuggest canMaintain",
    );
  });

  it("an upload can't be suggested on, and its source revision is a hash of its text", async () => {
    const answer = await world.bob.post(
      `${plan.path}/context/upload`,
      form([{ file: "tides.txt", body: "High and low." }]),
    );
    const [{ id }] = answer.body.sources;
    const read = () => byId(world.bob, id);
    while ((await read()).body.sourceText === "") await new Promise((resolve) => setTimeout(resolve, 50));
    const { body } = await read();
    expect(can({ body } as never)).toBe("canComment canMaintain");
    expect(body.document.sourceRevision).toMatch(/^[0-9a-f]{64}$/);
    expect(body.sourceText).toBe("High and low.");
  });

  it("the source revision of a long text changes with the part that is not shown", async () => {
    const answer = await world.bob.post(
      `${plan.path}/context/upload`,
      form([{ file: "long.txt", body: "High and low. ".repeat(80_000) }]),
    );
    const [{ id }] = answer.body.sources;
    const read = async () => (await byId(world.bob, id)).body;
    while ((await read()).sourceText === "") await new Promise((resolve) => setTimeout(resolve, 50));
    const first = await read();
    expect(first.sourceText).toHaveLength(1_000_000);
    expect((await read()).document.sourceRevision).toBe(first.document.sourceRevision);
    // Another text with the same beginning, like after a refreshed page or a replaced file.
    await withRows(world, async (db) => {
      await db.updateTable("context_texts").set({ revision: 9 }).where("source_id", "=", id).execute();
      await db.updateTable("context_sources").set({ text_revision: 9 }).where("id", "=", id).execute();
    });
    const second = await read();
    expect(second.sourceText).toBe(first.sourceText);
    expect(second.document.sourceRevision).not.toBe(first.document.sourceRevision);
  });

  it("a text that a project inherits names its own document, and is discussed there", async () => {
    const { alice, bob } = world;
    await alice.put("/v1/instructions", { markdown: "Be brief." });
    await alice.put("/v1/skills/checking", { markdown: skill });
    const targets = [
      { kind: "instructions" },
      { kind: "skill", slug: "checking" },
      { kind: "format", formatKind: "spec" },
    ];
    for (const target of targets) {
      const company = (await byTarget(bob, target)).body;
      expect([can({ body: company } as never), company.document.sourceDocumentId]).toEqual([
        "canComment canSuggest",
        undefined,
      ]);
      const inherited = (await byTarget(bob, { ...target, projectSlug: "web" })).body;
      expect(can({ body: inherited } as never)).toBe("canMaintain");
      expect(inherited.document.sourceDocumentId).toBe(company.document.id);
      expect(inherited.sourceText).toBe(company.sourceText);
      expect(inherited.document.revision).toBe(company.document.revision);
      expect((await byId(bob, inherited.document.id)).body).toEqual(inherited);
      expect(company.document.ownerUserIds).toEqual([alice.userId]);
    }
    const { id } = (await byTarget(bob, { kind: "instructions", projectSlug: "web" })).body.document;
    await bob.put(`${project}/instructions`, { markdown: "Be exact." });
    const own = (await byId(bob, id)).body;
    expect(own.document).not.toHaveProperty("sourceDocumentId");
    expect([own.sourceText, own.document.applyMode]).toEqual(["Be exact.", "proposal"]);
    expect(can({ body: own } as never)).toBe("canComment canSuggest canMaintain");
  });

  it("the address of a document is the console page that shows its text", async () => {
    const { alice } = world;
    const pageOf = async (target: object) =>
      new URL((await byTarget(alice, target)).body.document.canonicalUrl).pathname;
    expect(await pageOf({ kind: "instructions" })).toBe("/instructions");
    expect(await pageOf({ kind: "instructions", projectSlug: "web" })).toBe("/projects/web/instructions");
    expect(await pageOf({ kind: "format", formatKind: "spec" })).toBe("/formats/spec");
    const { source } = (await alice.post("/v1/context", { title: "Where it is", text: "Here." })).body;
    expect(await pageOf({ kind: "context-source", id: source.id })).toBe(`/context/${source.id}`);
  });

  it("an invalid target is 400, and a missing or foreign one is 404", async () => {
    const { bob, mallory } = world;
    for (const target of ["", "plan", "{", '{"kind":"plan"}', "[]", '{"kind":"plan-item"}'])
      expect(outcome(await byTarget(bob, target)), target).toBe("400 invalid_request");
    const unknown = [
      { kind: "instructions", projctSlug: "web" },
      { kind: "plan-item", itemId: plan.id, projectSlug: "web" },
    ];
    for (const target of unknown)
      expect(outcome(await byTarget(bob, target)), JSON.stringify(target)).toBe("400 invalid_request");
    const nothing = [
      ...["plan-item:", "plan-item:PLAN-1", `context-source:${plan.id}`],
      { kind: "skill", slug: "nothing" },
      { kind: "format", formatKind: "nothing" },
      { kind: "instructions", projectSlug: "nothing" },
    ];
    for (const target of nothing)
      expect(outcome(await byTarget(bob, target)), JSON.stringify(target)).toBe("404 not_found");
    for (const id of ["nothing", "skill.company", "instructions.", `${plan.id}.x`, plan.shortId])
      expect(outcome(await byId(bob, id)), id).toBe("404 not_found");
    expect(outcome(await byId(mallory, plan.id))).toBe("404 not_found");
    expect(outcome(await byId(mallory, plan.id))).toBe(outcome(await byId(mallory, "nothing")));
  });

  it("documents of a deleted project are gone", async () => {
    const { alice, bob } = world;
    await alice.post("/v1/projects", { name: "Doomed" });
    const doomed = await newPlan(bob, "/v1/projects/doomed");
    const source = await add(bob, "/v1/projects/doomed", "Gone");
    const { id } = (await byTarget(bob, { kind: "instructions", projectSlug: "doomed" })).body.document;
    await alice.delete("/v1/projects/doomed");
    for (const one of [doomed.id, source.id, id]) expect(outcome(await byId(bob, one))).toBe("404 not_found");
  });

  it("revisions are listed newest first, in pages, with their authors", async () => {
    const { bob, carol } = world;
    const spec = await newSpec(bob, plan, { content: "One." });
    await carol.patch(spec.path, { content: "Two, three." });
    const path = `/v1/documents/${spec.id}/revisions`;
    const { revisions } = (await bob.get(path)).body;
    expect(revisions).toEqual([
      {
        revision: "2",
        version: 2,
        op: "edit",
        message: "",
        author: { userId: carol.userId, name: "carol" },
        credential: { kind: "api_key", name: "test" },
        characters: 11,
        createdAt: expect.any(String),
      },
      expect.objectContaining({ revision: "1", author: { userId: bob.userId, name: "bob" } }),
    ]);
    const first = (await bob.get(`${path}?limit=1`)).body;
    const second = (await bob.get(`${path}?limit=1&cursor=${first.nextCursor}`)).body;
    expect([...first.revisions, ...second.revisions]).toEqual(revisions);
    expect(outcome(await world.mallory.get(path))).toBe("404 not_found");
    const format = (await byTarget(bob, { kind: "format", formatKind: "epic" })).body.document;
    expect((await bob.get(`/v1/documents/${format.id}/revisions`)).body).toEqual({ revisions: [] });
  });

  it("the owners of a document are its plan's owner, the person who added it, or the workspace's owners", async () => {
    const { bob, carol } = world;
    const spec = await newSpec(carol, plan);
    const source = await add(carol, plan.path, "Added by carol");
    const names = async (id: string) => (await byId(bob, id)).body.document.ownerNames;
    expect(await names(plan.id)).toEqual(["bob"]);
    expect(await names(spec.id)).toEqual(["bob"]);
    expect(await names(source.id)).toEqual(["carol"]);
    expect(await names("instructions.company")).toEqual(["alice"]);
    expect(await names("skill.company.slicing")).toEqual(["alice"]);
  });
});
