import type { Spec } from "@groundplan/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { inboxOf } from "../../inbox/scene.test-support.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
  });

  const remove = async ({ path }: { path: string }) => {
    const answer = await world.bob.delete(path);
    expect([answer.status, answer.body]).toEqual([200, { deleted: true }]);
  };
  const restore = async ({ path }: { path: string }) => {
    const answer = await world.bob.post(`${path}/restore`);
    expect(outcome(answer)).toBe("200");
    return answer.body;
  };
  const listed = async (query = ""): Promise<Spec[]> =>
    (await world.bob.get(`${plan.path}/specs${query}`)).body.specs;
  const handles = async (query = "") => (await listed(query)).map(({ shortId }) => shortId);
  const read = async ({ path }: { path: string }) => (await world.bob.get(path)).body.spec;
  const needs = async (from: { id: string; path: string }, to: { id: string }) => {
    const at = from.path.slice(0, from.path.lastIndexOf("/specs/"));
    const answer = await world.bob.post(`${at}/dependencies`, { fromSpecId: from.id, toSpecId: to.id });
    expect(outcome(answer)).toBe("201");
    return answer.body.dependency;
  };

  it("lists deleted specs of a plan, newest first, with the time and author of the deletion", async () => {
    const specs = [];
    for (const title of ["One", "Two", "Three", "Four"])
      specs.push(await newSpec(world.bob, plan, { title }));
    const [specOne, specTwo, specThree] = specs;
    if (!specOne || !specTwo || !specThree) throw new Error("no specs");
    for (const spec of [specTwo, specOne]) await remove(spec);
    await world.alice.delete(specThree.path);
    expect(await handles()).toEqual(["SPEC-4"]);
    expect(await handles("?deleted=false")).toEqual(["SPEC-4"]);
    const deleted = await listed("?deleted=true");
    expect(deleted.map(({ title, deletedBy }) => [title, deletedBy?.userId])).toEqual([
      ["Three", world.alice.userId],
      ["One", world.bob.userId],
      ["Two", world.bob.userId],
    ]);
    for (const { deletedAt } of deleted) expect(deletedAt).toMatch(/^\d{4}-.*Z$/);
    expect((await world.bob.get(`${plan.path}/specs`)).body.specs[0]).not.toHaveProperty("deletedAt");
    const first = (await world.bob.get(`${plan.path}/specs?deleted=true&limit=2`)).body;
    const second = await handles(`?deleted=true&limit=2&cursor=${first.nextCursor}`);
    expect([...first.specs.map(({ shortId }: Spec) => shortId), ...second]).toEqual([
      "SPEC-3",
      "SPEC-1",
      "SPEC-2",
    ]);
    expect(outcome(await world.bob.get(`${plan.path}/specs?cursor=${first.nextCursor}`))).toBe(
      "400 invalid_request",
    );
  });

  it("answers 304 for the deleted specs only while they are the same", async () => {
    const spec = await newSpec(world.bob, plan);
    await remove(spec);
    const address = `${plan.path}/specs?deleted=true`;
    const etag = String((await world.bob.get(address)).headers.etag);
    expect(etag).not.toBe((await world.bob.get(`${plan.path}/specs`)).headers.etag);
    const again = () => world.bob.send("GET", address, undefined, { "if-none-match": etag });
    expect((await again()).status).toBe(304);
    await restore(spec);
    expect((await again()).status).toBe(200);
  });

  it("shows a deleted spec in no place but that list", async () => {
    const { bob } = world;
    const spec = await newSpec(bob, plan, {
      title: "Quixotic",
      externalRef: "kiro:a/1",
      status: "IN_PROGRESS",
    });
    const other = await newSpec(bob, plan, { title: "Other" });
    await needs(other, spec);
    await bob.post(`/v1/documents/${spec.id}/threads`, { body: "Zanzibar" });
    await remove(spec);
    for (const path of ["", "/readiness", "/versions", "/versions/1"])
      expect(outcome(await bob.get(spec.path + path)), path).toBe("404 not_found");
    for (const path of ["", "/threads", "/suggestions", "/revisions"])
      expect(outcome(await bob.get(`/v1/documents/${spec.id}${path}`)), path).toBe("404 not_found");
    expect(outcome(await bob.patch(spec.path, { title: "New" }))).toBe("404 not_found");
    expect(outcome(await bob.delete(spec.path))).toBe("404 not_found");
    expect(outcome(await bob.patch(other.path, { needsFirst: [spec.id] }))).toBe("404 not_found");
    expect(outcome(await bob.patch(other.path, { parentSpecId: "SPEC-1" }))).toBe("404 not_found");
    expect((await bob.get(plan.path)).body.plan.specCount).toBe(1);
    expect((await bob.get(`${plan.path}/dependencies`)).body.dependencies).toEqual([]);
    expect((await bob.get(`${plan.path}/graph`)).body.nodes).toHaveLength(1);
    expect((await read(other)).needsFirst).toEqual([]);
    for (const word of ["Quixotic", "Zanzibar", `${plan.shortId}/SPEC-1`, "kiro:a/1"])
      expect((await bob.get(`/v1/search?q=${encodeURIComponent(word)}`)).body.results, word).toEqual([]);
    expect(await listed("?externalRef=kiro:a/1")).toEqual([]);
    const titles = (await bob.get("/v1/next?limit=200")).body.specs.map(({ title }: Spec) => title);
    expect(titles).not.toContain("Quixotic");
    expect((await newSpec(bob, plan)).shortId).toBe("SPEC-3");
  });

  it("restores a spec with its handle, id, text, versions, place, parent, children, needs and threads", async () => {
    const { bob } = world;
    const parent = await newSpec(bob, plan, { title: "Parent" });
    const spec = await newSpec(bob, plan, {
      title: "Spec",
      content: "1. a",
      parentSpecId: parent.id,
      externalRef: "kiro:b/1",
      effort: 2,
      readiness: 4,
      status: "DONE",
    });
    await bob.patch(spec.path, { title: "Renamed" });
    const child = await newSpec(bob, plan, { title: "Child", parentSpecId: spec.id });
    await needs(spec, parent);
    const elsewhere = await newSpec(bob, await newPlan(bob, project));
    const dependency = await needs(elsewhere, spec);
    const said = (await bob.post(`/v1/documents/${spec.id}/threads`, { body: "Xylophone" })).body.thread;
    const whole = async () => {
      const answers = [];
      for (const path of [spec.path, child.path, `${spec.path}/versions`, `${plan.path}/dependencies`])
        answers.push((await bob.get(path)).body);
      answers.push((await bob.get(`/v1/documents/${spec.id}/threads`)).body, await handles());
      return JSON.parse(JSON.stringify(answers), (key, value) => (key === "updatedAt" ? "" : value));
    };
    const before = await whole();
    await remove(spec);
    expect((await read(child)).parentShortId).toBe("SPEC-1");
    const restored = await restore(spec);
    expect(restored).toMatchObject({
      dropped: [],
      spec: { id: spec.id, shortId: "SPEC-2", title: "Renamed" },
    });
    expect(await whole()).toEqual(before);
    expect((await bob.get("/v1/search?q=Xylophone")).body.results).toMatchObject([
      { id: said.id, planShortId: plan.shortId, planName: "Plan", specShortId: "SPEC-2" },
    ]);
    const others = `${elsewhere.path.slice(0, elsewhere.path.lastIndexOf("/specs/"))}/dependencies`;
    expect((await bob.get(others)).body.dependencies).toEqual([dependency]);
    expect(await listed("?deleted=true")).toEqual([]);
  });

  it("leaves a spec that is not deleted unchanged, and answers 404 for an unknown one", async () => {
    const spec = await newSpec(world.bob, plan);
    const before = await read(spec);
    expect(await restore(spec)).toEqual({ spec: before, dropped: [] });
    for (const handle of ["SPEC-9", "SPEC-0", "nonsense", spec.id])
      expect(outcome(await world.bob.post(`${plan.path}/specs/${handle}/restore`)), handle).toBe(
        "404 not_found",
      );
  });

  it("restores only for editors, in a plan that is not archived, at the sent revision", async () => {
    const spec = await newSpec(world.bob, plan);
    await remove(spec);
    expect(outcome(await world.vera.post(`${spec.path}/restore`))).toBe("403 forbidden");
    const old = await world.bob.send("POST", `${spec.path}/restore`, {}, { "if-match": '"7"' });
    expect(outcome(old)).toBe("412 precondition_failed");
    await world.bob.post(`${plan.path}/archive`);
    expect(outcome(await world.bob.post(`${spec.path}/restore`))).toBe("409 plan_archived");
    expect(await handles("?deleted=true")).toEqual(["SPEC-1"]);
    await world.bob.post(`${plan.path}/restore`);
    expect((await restore(spec)).spec.id).toBe(spec.id);
  });

  it("puts a restored spec at the end if the order has changed meanwhile", async () => {
    const [a, b, c] = [
      await newSpec(world.bob, plan),
      await newSpec(world.bob, plan),
      await newSpec(world.bob, plan),
    ];
    await remove(b);
    await world.bob.post(`${plan.path}/specs/reorder`, { specShortIds: [c.id, a.id] });
    await restore(b);
    expect(await handles()).toEqual(["SPEC-3", "SPEC-1", "SPEC-2"]);
    await newSpec(world.bob, plan);
    expect(await handles()).toEqual(["SPEC-3", "SPEC-1", "SPEC-2", "SPEC-4"]);
  });

  it("restores a spec without its parent if that is gone, and under it again once that is restored", async () => {
    const { bob } = world;
    const grand = await newSpec(bob, plan);
    const parent = await newSpec(bob, plan, { parentSpecId: grand.id });
    const spec = await newSpec(bob, plan, { parentSpecId: parent.id });
    await remove(spec);
    await remove(parent);
    expect((await restore(spec)).spec.parentShortId).toBe(null);
    await restore(parent);
    expect((await read(spec)).parentShortId).toBe("SPEC-2");
    expect((await read(parent)).parentShortId).toBe("SPEC-1");
  });

  it("leaves children that people have moved meanwhile, and never puts a spec under itself", async () => {
    const { bob } = world;
    const parent = await newSpec(bob, plan);
    const other = await newSpec(bob, plan);
    const moved = await newSpec(bob, plan, { parentSpecId: parent.id });
    const spec = await newSpec(bob, plan, { parentSpecId: parent.id });
    const child = await newSpec(bob, plan, { parentSpecId: spec.id });
    await remove(child);
    await remove(spec);
    await restore(child);
    expect(outcome(await bob.patch(parent.path, { parentSpecId: child.id }))).toBe("200");
    await restore(spec);
    expect((await read(spec)).parentShortId).toBe("SPEC-1");
    expect((await read(child)).parentShortId).toBe(null);
    await remove(parent);
    await bob.patch(moved.path, { parentSpecId: other.id });
    await restore(parent);
    expect((await read(moved)).parentShortId).toBe("SPEC-2");
  });

  it("restores a need with the second of its ends, and keeps its id", async () => {
    const [a, b] = [await newSpec(world.bob, plan), await newSpec(world.bob, plan)];
    const dependency = await needs(a, b);
    const all = async () => (await world.bob.get(`${plan.path}/dependencies`)).body.dependencies;
    for (const order of [
      [a, b],
      [b, a],
    ]) {
      for (const spec of order) await remove(spec);
      for (const spec of order) {
        expect(await all()).toEqual([]);
        await restore(spec);
      }
      expect(await all()).toEqual([dependency]);
    }
  });

  it("leaves out a need that would now close a cycle, and names it", async () => {
    const { bob } = world;
    const [a, b, c] = [await newSpec(bob, plan), await newSpec(bob, plan), await newSpec(bob, plan)];
    const far = await newPlan(bob, project);
    const d = await newSpec(bob, far);
    await needs(a, b);
    await needs(b, c);
    await needs(d, b);
    await remove(b);
    await needs(c, a);
    await needs(c, d);
    const { spec, dropped } = await restore(b);
    expect(spec.needsFirst).toEqual(["SPEC-3"]);
    expect(dropped).toEqual([
      { from: "SPEC-1", to: "SPEC-2" },
      { from: `${far.shortId}/SPEC-1`, to: "SPEC-2" },
    ]);
    await remove(b);
    expect((await restore(b)).dropped).toEqual([]);
    expect((await bob.get(`${plan.path}/graph`)).body.cycles).toBe(undefined);
  });

  it("leaves out a need that would close a cycle through a need of plans", async () => {
    const { bob } = world;
    const other = await newPlan(bob, project);
    const [a, b] = [await newSpec(bob, plan), await newSpec(bob, other)];
    await needs(a, b);
    await remove(a);
    await bob.post(`${other.path}/dependencies`, { fromPlanId: other.id, toPlanId: plan.id });
    expect((await restore(a)).dropped).toEqual([{ from: "SPEC-1", to: `${other.shortId}/SPEC-1` }]);
  });

  it("hides a dropped need if the caller can't read its other end", async () => {
    const { bob, alice } = world;
    const secret = await newPlan(alice, project, { visibility: "PRIVATE" });
    const [a, b] = [await newSpec(bob, plan), await newSpec(bob, plan)];
    const hidden = await newSpec(alice, secret);
    const depend = (from: string, to: string, at = plan.path) =>
      alice.post(`${at}/dependencies`, { fromSpecId: from, toSpecId: to });
    await depend(a.id, hidden.id);
    await remove(a);
    await depend(hidden.id, b.id, secret.path);
    await depend(b.id, hidden.id);
    await remove(b);
    await restore(a);
    expect((await restore(b)).dropped).toEqual([]);
  });

  it("keeps the externalRef of a deleted spec taken", async () => {
    const { bob } = world;
    const spec = await newSpec(bob, plan, { externalRef: "kiro:c/1" });
    const other = await newSpec(bob, await newPlan(bob, project), { externalRef: "kiro:c/1" });
    await remove(spec);
    const taken = await bob.post(`${plan.path}/specs`, { title: "New", externalRef: "kiro:c/1" });
    expect(outcome(taken)).toBe("409 external_ref_taken");
    expect(taken.body.error.details[0].message).toContain("SPEC-1");
    expect(outcome(await bob.post(`${other.path}/move`, { planId: plan.id }))).toBe("409 external_ref_taken");
    expect((await restore(spec)).spec.externalRef).toBe("kiro:c/1");
  });

  it("reports to an import that a spec is deleted, even if no import brought it; theirs creates it again", async () => {
    const { bob } = world;
    const source = {
      externalRef: `kiro:${plan.id}`,
      name: "Plan",
      specs: [
        { externalRef: "i/1", title: "One" },
        { externalRef: "i/2", title: "Two" },
      ],
    };
    await bob.patch(plan.path, { externalRef: source.externalRef });
    const run = async (onConflict: string, specs = source.specs) => {
      const answer = await bob.post(`${project}/imports`, { plans: [{ ...source, specs }], onConflict });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.import.plans[0].specs.map(({ outcome }: { outcome: string }) => outcome);
    };
    await newSpec(bob, plan, { title: "One", externalRef: "i/1" });
    await run("ours");
    const spec = { path: `${plan.path}/specs/SPEC-1` };
    const specTwo = { path: `${plan.path}/specs/SPEC-2` };
    await remove(spec);
    await remove(specTwo);
    expect(await run("ours")).toEqual(["deleted", "deleted"]);
    await restore(specTwo);
    expect(await run("ours")).toEqual(["deleted"]);
    expect(await run("theirs")).toEqual(["created"]);
    expect((await restore(spec)).spec.externalRef).toBe(null);
    expect((await listed()).map(({ externalRef }) => externalRef)).toEqual([null, "i/2", "i/1"]);
  });

  it("removes a deleted spec's conversation from inboxes until it is restored", async () => {
    const { alice, bob } = world;
    const spec = await newSpec(bob, plan);
    const { thread } = (await bob.post(`/v1/documents/${spec.id}/threads`, { body: "First" })).body;
    await alice.post(`/v1/documents/${spec.id}/threads/${thread.id}/comments`, { body: "Second" });
    const before = await inboxOf(bob);
    expect(before.items[0]).toMatchObject({
      documentTitle: "Spec",
      excerpt: "Second",
      planShortId: plan.shortId,
      planName: "Plan",
      specShortId: "SPEC-1",
    });
    await remove(spec);
    const without = await inboxOf(bob);
    expect([without.unread, without.items.length]).toEqual([before.unread - 1, before.items.length - 1]);
    const move = await bob.post(`${plan.path}/move`, { parentPlanId: (await newPlan(bob, project)).shortId });
    expect(outcome(move)).toBe("200");
    expect((await inboxOf(bob)).unread).toBe(without.unread);
    await restore(spec);
    expect(await inboxOf(bob)).toMatchObject({ unread: before.unread, items: before.items });
  });

  it("lets a plan's status follow a spec that is deleted and restored", async () => {
    const { bob } = world;
    await newSpec(bob, plan, { status: "DONE" });
    const open = await newSpec(bob, plan, { status: "IN_PROGRESS" });
    const status = async () => (await bob.get(plan.path)).body.plan.status;
    await remove(open);
    expect(await status()).toBe("DONE");
    await restore(open);
    expect(await status()).toBe("BUILDING");
  });

  it("takes deleted specs along when their plan is deleted", async () => {
    const { bob } = world;
    const other = await newSpec(bob, await newPlan(bob, project));
    const spec = await newSpec(bob, plan);
    await needs(other, spec);
    await bob.post(`/v1/documents/${spec.id}/threads`, { body: "Said" });
    await remove(spec);
    expect(outcome(await bob.delete(plan.path))).toBe("200");
    const { db } = world.context;
    for (const table of ["deleted_specs", "revisions", "threads", "deleted_dependencies"] as const) {
      const column = {
        deleted_specs: "id",
        revisions: "subject_id",
        threads: "document_id",
        deleted_dependencies: "to_id",
      }[table];
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .where(column as never, "=", spec.id as never)
        .execute();
      expect(rows, table).toEqual([]);
    }
    expect(
      await db.selectFrom("inbox_items").selectAll().where("document_id", "=", spec.id).execute(),
    ).toEqual([]);
  });
});
