import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { openSources, project, titles } from "./scene.test-support.ts";

describe.each(databases)("context sources, on $database", ({ create }) => {
  const sources = openSources(create);

  it("are added at three scopes, and answer with every field", async () => {
    const { alice } = sources.world;
    const plan = await newPlan(alice, project, {});
    for (const [path, scope] of [
      ["/v1", "TEAM"],
      [project, "PROJECT"],
      [plan.path, "PLAN"],
    ] as const) {
      const { status, body } = await alice.post(`${path}/context`, { title: "Every field", text: "Hello." });
      expect(status).toBe(201);
      expect(body.source).toEqual({
        id: expect.any(String),
        scope,
        kind: "note",
        sourceKind: "PASTED",
        title: "Every field",
        description: null,
        tokenCount: 0,
        folderPath: "",
        hasFile: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        degraded: false,
        enrichment: { status: "pending", reason: "" },
        text: "Hello.",
        textChars: 6,
        url: null,
        revision: 1,
        ...(scope === "PLAN" ? { active: true } : {}),
      });
      const read = await sources.enriched(`${path}/context/${body.source.id}`);
      expect(read).toMatchObject({ tokenCount: 2, description: "Hello.", enrichment: { status: "done" } });
      expect("active" in read).toBe(scope === "PLAN");
    }
  });

  it("of a plan are listed with those of the plans above it, of the project and of the workspace", async () => {
    const { alice, bob } = sources.world;
    const root = await newPlan(alice, project, {});
    const sub = await newPlan(alice, project, { parentPlanId: root.id });
    const other = await newPlan(alice, project, {});
    const ids: string[] = [];
    for (const [path, title] of [
      [sub.path, "of the sub-plan"],
      ["/v1", "of the team"],
      [root.path, "of the root"],
      [project, "of the project"],
      [other.path, "of another plan"],
      ["/v1/projects/app", "of another project"],
    ] as const)
      ids.push((await sources.add(alice, path, title)).id);
    const listed = async (path: string) =>
      titles((await bob.get(`${path}/context`)).body.sources).filter((title) => title.startsWith("of "));
    expect(await listed(sub.path)).toEqual([
      "of the sub-plan",
      "of the team",
      "of the root",
      "of the project",
    ]);
    expect(await listed(root.path)).toEqual(["of the team", "of the root", "of the project"]);
    expect(await listed(project)).toEqual(["of the team", "of the project"]);
    expect(await listed("/v1")).toEqual(["of the team"]);
    const [ofSub, ofTeam, ofRoot, ofProject, ofOther] = ids;
    for (const id of [ofSub, ofTeam, ofRoot, ofProject])
      expect((await bob.get(`${sub.path}/context/${id}`)).status).toBe(200);
    for (const [path, id] of [
      [sub.path, ofOther],
      [root.path, ofSub],
      [project, ofRoot],
      ["/v1", ofProject],
    ])
      expect(outcome(await bob.get(`${path}/context/${id}`))).toBe("404 not_found");
    await alice.post(`${sub.path}/move`, { parentPlanId: other.id });
    expect(await listed(sub.path)).toEqual([
      "of the sub-plan",
      "of the team",
      "of the project",
      "of another plan",
    ]);
  });

  it("are switched off for one plan, inherited ones too, and start switched on", async () => {
    const { alice, vera } = sources.world;
    const root = await newPlan(alice, project, {});
    const sub = await newPlan(alice, project, { parentPlanId: root.id });
    const { id } = await sources.add(alice, root.path, "Switched");
    const active = async (path: string) =>
      (await alice.get(`${path}/context`)).body.sources.find((source: { id: string }) => source.id === id)
        .active;
    expect([await active(root.path), await active(sub.path)]).toEqual([true, true]);
    for (let twice = 0; twice < 2; twice++) {
      const off = await alice.put(`${sub.path}/context/${id}/active`, { active: false });
      expect(off.body.source).toMatchObject({ id, active: false });
    }
    expect([await active(root.path), await active(sub.path)]).toEqual([true, false]);
    expect((await alice.get(`${sub.path}/context/${id}`)).body.source.active).toBe(false);
    await alice.put(`${sub.path}/context/${id}/active`, { active: true });
    expect(await active(sub.path)).toBe(true);
    expect(outcome(await vera.put(`${sub.path}/context/${id}/active`, { active: false }))).toBe(
      "403 forbidden",
    );
  });

  it("that are inherited are changed only in their own scope", async () => {
    const { alice } = sources.world;
    const plan = await newPlan(alice, project, {});
    const { id } = await sources.add(alice, project, "Inherited");
    const path = `${plan.path}/context/${id}`;
    expect(outcome(await alice.patch(path, { title: "Changed" }))).toBe("409 inherited_source");
    expect(outcome(await alice.delete(path))).toBe("409 inherited_source");
    expect((await alice.patch(`${project}/context/${id}`, { title: "Changed" })).body.source.title).toBe(
      "Changed",
    );
  });

  it("are changed by members, also those of the workspace; viewers read them", async () => {
    const { alice, bob, vera, mallory } = sources.world;
    const plan = await newPlan(alice, project, {});
    for (const path of ["/v1", project, plan.path]) {
      const { id } = await sources.add(bob, path, "Of a member");
      const sourcePath = `${path}/context/${id}`;
      expect((await vera.get(sourcePath)).status).toBe(200);
      for (const refused of [
        await vera.post(`${path}/context`, { title: "By a viewer", text: "" }),
        await vera.patch(sourcePath, { title: "By a viewer" }),
        await vera.delete(sourcePath),
      ])
        expect(outcome(refused)).toBe("403 forbidden");
      expect(outcome(await mallory.get(sourcePath))).toBe("404 not_found");
      expect((await bob.delete(sourcePath)).body).toEqual({ deleted: true });
      expect(outcome(await bob.get(sourcePath))).toBe("404 not_found");
    }
  });

  it("of a private or archived plan follow the plan", async () => {
    const { alice, bob } = sources.world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    const { id } = await sources.add(bob, plan.path, "Private");
    for (const path of [`${plan.path}/context`, `${plan.path}/context/${id}`])
      expect(outcome(await alice.get(path))).toBe("404 not_found");
    await bob.post(`${plan.path}/archive`);
    expect((await bob.get(`${plan.path}/context/${id}`)).status).toBe(200);
    for (const refused of [
      await bob.post(`${plan.path}/context`, { title: "Late", text: "" }),
      await bob.patch(`${plan.path}/context/${id}`, { title: "Late" }),
      await bob.put(`${plan.path}/context/${id}/active`, { active: false }),
      await bob.delete(`${plan.path}/context/${id}`),
    ])
      expect(outcome(refused)).toBe("409 plan_archived");
  });

  it("are paged by creation, and answer whole without paging, except a project's", async () => {
    const { alice } = sources.world;
    const plan = await newPlan(alice, "/v1/projects/app", {});
    for (let n = 0; n < 60; n++)
      await sources.add(alice, n % 5 !== 0 ? "/v1/projects/app" : plan.path, `Source ${n}`, "");
    const ours = (listed: { title: string }[]) =>
      titles(listed).filter((title) => title.startsWith("Source"));
    const all = Array.from({ length: 60 }, (_, n) => `Source ${n}`);
    expect(ours((await alice.get(`${plan.path}/context`)).body.sources)).toEqual(all);
    const paged: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await alice.get(`${plan.path}/context?limit=7${cursor}`);
      expect(body.sources.length).toBeLessThanOrEqual(7);
      paged.push(...ours(body.sources));
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toEqual(all);
    const first = (await alice.get("/v1/projects/app/context")).body;
    expect(first.sources).toHaveLength(50);
    expect(first).toHaveProperty("nextCursor");
    const projects = (await alice.get("/v1/projects/app/context?limit=200")).body;
    const ids = (listed: { id: string }[]) => listed.map(({ id }) => id);
    expect(ids(first.sources)).toEqual(ids(projects.sources.slice(0, 50)));
  });

  it("are paged by pages of 1 to 200, with a cursor that is valid only in its own list", async () => {
    const { alice } = sources.world;
    const plan = await newPlan(alice, "/v1/projects/app", {});
    for (let n = 0; n < 3; n++) await sources.add(alice, plan.path, `Clamped ${n}`, "");
    const page = async (query: string) => (await alice.get(`${plan.path}/context?${query}`)).body;
    expect((await page("limit=0")).sources).toHaveLength(1);
    expect((await page("limit=-5")).sources).toHaveLength(1);
    const all = await page("limit=9999");
    expect(titles(all.sources)).toEqual(titles((await page("limit=200")).sources));
    expect(all).not.toHaveProperty("nextCursor");
    const { nextCursor } = await page("limit=1");
    for (const path of ["/v1/context", "/v1/projects/app/context"])
      expect(outcome(await alice.get(`${path}?cursor=${nextCursor}`))).toBe("400 invalid_request");
    for (const query of ["cursor=", "cursor=x", "limit=a", "limit=1.5", "folder=a"])
      expect(outcome(await alice.get(`${plan.path}/context?${query}`))).toBe("400 invalid_request");
  });

  it("are deleted with their plan, and leave no text or version behind", async () => {
    const { alice, context } = sources.world;
    const plan = await newPlan(alice, project, {});
    const { id } = await sources.add(alice, plan.path, "Gone with its plan");
    await alice.put(`${plan.path}/context/${id}/active`, { active: false });
    await alice.delete(plan.path);
    const left = async (table: "context_texts" | "context_unused") =>
      (await context.db.selectFrom(table).select("source_id").where("source_id", "=", id).execute()).length;
    const versions = await context.db
      .selectFrom("revisions")
      .select("seq")
      .where("subject_id", "=", id)
      .execute();
    expect([await left("context_texts"), await left("context_unused"), versions.length]).toEqual([0, 0, 0]);
  });
});
