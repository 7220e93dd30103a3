import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { purgeArchived } from "../plans/archive/purge-plans.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { fillIndex } from "../search/fill-index.ts";
import { purgeDeleted } from "../specs/deleted/purge-specs.ts";
import { newComment, newThread, said, threadsOf } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    plan = await newPlan(world.bob, project, { name: "Harbour" });
  });

  interface Result {
    id: string;
    title: string;
    excerpt: string;
    specShortId?: string;
  }
  const found = async (who: Person, q: string): Promise<Result[]> => {
    const answer = await who.get(`/v1/search?kind=thread&q=${encodeURIComponent(q)}`);
    expect(outcome(answer)).toBe("200");
    return answer.body.results;
  };
  const finds = async (who: Person, q: string) => (await found(who, q)).map(({ id }) => id);
  const rowsOf = async (table: "threads" | "comments" | "anchors") => {
    const all = await world.context.db.selectFrom(table).selectAll().execute();
    return JSON.stringify(all);
  };
  const source = async (who: Person, path: string, title: string) =>
    (await who.post(`${path}/context`, { title, text: "High and low." })).body.source;

  /** Creates a document of each kind with a thread, and names the roles that may delete others' comments. */
  const kinds: Record<string, () => Promise<{ id: string; query?: string; maintainers: string }>> = {
    plan: async () => ({ id: plan.id, maintainers: "OWNER MEMBER" }),
    spec: async () => ({ id: (await newSpec(world.bob, plan)).id, maintainers: "OWNER MEMBER" }),
    "a plan's source": async () => ({
      id: (await source(world.bob, plan.path, "Tides")).id,
      maintainers: "OWNER MEMBER",
    }),
    "the workspace's source": async () => ({
      id: (await source(world.bob, "/v1", "Moons")).id,
      query: `?discussionPlanId=${plan.shortId}`,
      maintainers: "OWNER MEMBER",
    }),
    instructions: async () => ({ id: "instructions.company", maintainers: "OWNER" }),
    format: async () => ({ id: "format.company.spec", maintainers: "OWNER" }),
    skill: async () => ({ id: "skill.company.slicing", maintainers: "OWNER" }),
  };

  it.each(Object.keys(kinds))(
    "every reader comments and resolves, maintainers delete, and strangers see nothing: %s",
    async (kind) => {
      const { alice, carol, vera, mallory } = world;
      const { id, query = "", maintainers } = await (kinds[kind] as (typeof kinds)[string])();
      for (const [role, who] of Object.entries({ OWNER: alice, MEMBER: carol, VIEWER: vera })) {
        const thread = await newThread(who, id, "A question.", query);
        const comment = await newComment(alice, thread, "An answer.");
        expect(outcome(await who.patch(comment.path, { body: "Mine." }))).toBe(
          who === alice ? "200" : "403 forbidden",
        );
        const may = maintainers.split(" ").includes(role);
        expect(outcome(await who.delete(comment.path)), role).toBe(may ? "200" : "403 forbidden");
        expect(outcome(await who.post(`${thread.path}/resolve`))).toBe("200");
        const reader = await world.reader(who);
        expect(outcome(await reader.get(thread.path))).toBe("200");
        expect(outcome(await reader.post(`${thread.path}/comments`, { body: "No." }))).toBe(
          "403 insufficient_scope",
        );
        // Every workspace has its own instructions, formats and skills.
        for (const answer of [
          await mallory.get(thread.path),
          await mallory.get(`${thread.path}/comments`),
          await mallory.patch(comment.path, { body: "No." }),
          await mallory.delete(comment.path),
          await mallory.post(`${thread.path}/comments`, { body: "No." }),
          await mallory.post(`${thread.path}/reopen`),
          ...(id.includes(".") ? [] : [await mallory.get(threadsOf(id))]),
        ])
          expect(outcome(answer)).toBe("404 not_found");
      }
    },
  );

  it("a person who lost access no longer finds a thread: not listed, not by its id, not in the search", async () => {
    const { bob, carol } = world;
    const hidden = await newPlan(bob, project, { visibility: "PRIVATE" });
    await bob.put(`${hidden.path}/shares/${carol.userId}`, { capability: "READ" });
    const thread = await newThread(carol, hidden.id, "The walrus sleeps.");
    const comment = await newComment(carol, thread, "And snores.");
    expect(await finds(carol, "walrus")).toEqual([thread.id]);
    await bob.delete(`${hidden.path}/shares/${carol.userId}`);
    expect(await finds(carol, "walrus")).toEqual([]);
    expect(await finds(bob, "walrus")).toEqual([thread.id]);
    for (const answer of [
      await carol.get(threadsOf(hidden.id)),
      await carol.get(thread.path),
      await carol.get(`${thread.path}/comments`),
      await carol.patch(comment.path, { body: "Mine." }),
      await carol.delete(comment.path),
      await carol.post(`${thread.path}/comments`, { body: "Mine." }),
      await carol.post(`${thread.path}/resolve`),
    ])
      expect(outcome(answer)).toBe("404 not_found");
  });

  it("a thread is read at its own document only", async () => {
    const { bob } = world;
    const thread = await newThread(bob, plan.id);
    const other = await newThread(bob, (await newSpec(bob, plan)).id);
    for (const path of [
      `${threadsOf(plan.id)}/${other.id}`,
      `${threadsOf(plan.id)}/nothing`,
      `${threadsOf(other.documentId)}/${thread.id}`,
    ])
      expect(outcome(await bob.get(path))).toBe("404 not_found");
    const path = `${threadsOf(plan.id)}/${other.id}/comments/${thread.comments[0]?.id}`;
    expect(outcome(await bob.delete(path))).toBe("404 not_found");
    expect(
      outcome(await bob.delete(`/v1/documents/${other.documentId}/comments/${thread.comments[0]?.id}`)),
    ).toBe("404 not_found");
  });

  it("on an archived plan threads are readable, and every change is 409, but 403 without the right", async () => {
    const { bob, vera } = world;
    const old = await newPlan(bob, project);
    const thread = await newThread(bob, old.id, "The narwhal waits.");
    const own = await newComment(vera, thread, "Mine.");
    await bob.post(`${old.path}/archive`);
    expect(await said(vera, old.id)).toEqual([["The narwhal waits.", "Mine."]]);
    for (const answer of [
      await vera.post(threadsOf(old.id), { body: "No." }),
      await vera.post(`${thread.path}/comments`, { body: "No." }),
      await vera.post(`${thread.path}/resolve`),
      await vera.post(`${thread.path}/reopen`),
      await vera.patch(own.path, { body: "No." }),
      await vera.delete(own.path),
      await bob.delete(own.path),
    ])
      expect(outcome(answer)).toBe("409 plan_archived");
    const bobs = `${thread.path}/comments/${thread.comments[0]?.id}`;
    expect(outcome(await vera.patch(bobs, { body: "No." }))).toBe("403 forbidden");
    expect(outcome(await vera.delete(bobs))).toBe("403 forbidden");
    expect(await finds(bob, "narwhal")).toEqual([]);
    await bob.post(`${old.path}/restore`);
    expect(await finds(bob, "narwhal")).toEqual([thread.id]);
  });

  it("a shared source has separate threads in each plan in which it is discussed", async () => {
    const { bob, carol, vera } = world;
    const hidden = await newPlan(bob, project, { visibility: "PRIVATE" });
    const { id } = await source(bob, project, "Charts");
    const open = await newThread(carol, id, "Openly, about the dugong.", `?discussionPlanId=${plan.id}`);
    const secret = await newThread(
      bob,
      id,
      "Secretly, about the dugong.",
      `?discussionPlanId=${hidden.shortId}`,
    );
    expect(await said(vera, id, `&discussionPlanId=${plan.shortId}`)).toEqual([
      ["Openly, about the dugong."],
    ]);
    expect(await said(bob, id, `&discussionPlanId=${hidden.id}`)).toEqual([["Secretly, about the dugong."]]);
    expect(await said(vera, id, `&discussionPlanId=${hidden.id}`)).toEqual([]);
    expect(await said(bob, id)).toEqual([]);
    expect(outcome(await bob.post(threadsOf(id), { body: "Where?" }))).toBe("403 forbidden");
    expect(
      outcome(await vera.post(`${threadsOf(id)}?discussionPlanId=${hidden.id}`, { body: "Where?" })),
    ).toBe("403 forbidden");
    expect(outcome(await vera.get(open.path))).toBe("200");
    expect(outcome(await vera.get(`${open.path}?discussionPlanId=${hidden.id}`))).toBe("404 not_found");
    expect(outcome(await vera.get(secret.path))).toBe("404 not_found");
    expect(outcome(await bob.get(`${secret.path}?discussionPlanId=${hidden.id}`))).toBe("200");
    expect(await finds(vera, "dugong")).toEqual([open.id]);
    await bob.delete(hidden.path);
    expect(await rowsOf("threads")).not.toContain(secret.id);
    await bob.delete(`${project}/context/${id}`);
    expect(await rowsOf("threads")).not.toContain(open.id);
    expect(await finds(bob, "dugong")).toEqual([]);
  });

  it("a spec that moves takes its threads along, whose readers are the new plan's", async () => {
    const { bob, carol } = world;
    const hidden = await newPlan(bob, project, { visibility: "PRIVATE" });
    const spec = await newSpec(bob, hidden, { title: "Quay" });
    const thread = await newThread(bob, spec.id, { body: "The manatee swims.", anchor: undefined });
    expect(await finds(carol, "manatee")).toEqual([]);
    await bob.post(`${spec.path}/move`, { planId: plan.id });
    expect(await found(carol, "manatee")).toMatchObject([
      { id: thread.id, title: "Quay", excerpt: "The manatee swims." },
    ]);
    expect(outcome(await carol.post(`${thread.path}/comments`, { body: "It does." }))).toBe("201");
    const events = await carol.get("/v1/search?kind=thread&q=manatee");
    expect(events.body.results[0].planShortId).toBe(plan.shortId);
    const [row] = await world.context.db
      .selectFrom("threads")
      .select("plan_id")
      .where("id", "=", thread.id)
      .execute();
    expect(row?.plan_id).toBe(plan.id);
  });

  it("deleted resources take their threads with comments and anchors along", async () => {
    const { alice, bob } = world;
    const short = await newPlan(bob, project);
    const spec = await newSpec(bob, short, { content: "Ships wait." });
    const kept = await newSpec(bob, short);
    await bob.put(`${project}/formats/epic`, { markdown: "# Epic" });
    const markdown = "---\nname: mooring\ndescription: Moors.\n---\nMoor.\n";
    await bob.put(`${project}/skills/mooring`, { markdown });
    const projectId = short.projectId;
    const ids = [
      ...[spec.id, short.id, (await source(bob, short.path, "Depths")).id],
      ...[`format.${projectId}.epic`, `skill.${projectId}.mooring`],
    ];
    const threads = new Map<string, string>();
    for (const id of ids) threads.set(id, (await newThread(bob, id, "About the beluga.")).id);
    const anchored = await newThread(bob, spec.id, { anchor: { exact: "wait" }, body: "The beluga?" });
    const other = await newThread(bob, kept.id, "About the beluga.");
    const isThere = async (id = "") =>
      (await rowsOf("threads")).includes(id) || (await finds(alice, "beluga")).includes(id);
    await bob.delete(spec.path);
    expect(await finds(alice, "beluga")).not.toContain(threads.get(spec.id));
    const workspaceId = (await bob.get("/v1/me")).body.workspace.id;
    const deletedBefore = new Date(Date.now() + 1000).toISOString();
    await world.command(purgeDeleted, { workspaceId, id: spec.id, deletedBefore });
    expect(await isThere(threads.get(spec.id))).toBe(false);
    expect(await rowsOf("anchors")).not.toContain(anchored.id);
    await bob.delete(`${project}/formats/epic`);
    await bob.delete(`${project}/skills/mooring`);
    for (const id of ids.slice(3)) expect(await isThere(threads.get(id)), id).toBe(false);
    expect(await isThere(other.id)).toBe(true);
    await bob.delete(short.path);
    for (const id of [...threads.values(), other.id]) expect(await isThere(id)).toBe(false);
    expect(await rowsOf("comments")).not.toContain(other.id);
  });

  it("a project that is purged takes its threads along, those about its plans and those about its own texts", async () => {
    const { alice, bob } = world;
    await alice.post("/v1/projects", { name: "Doomed" });
    const doomed = await newPlan(bob, "/v1/projects/doomed");
    const threads = [
      await newThread(bob, doomed.id),
      await newThread(bob, (await source(bob, "/v1", "Kelp")).id, "Kelp?", `?discussionPlanId=${doomed.id}`),
    ];
    await bob.put("/v1/projects/doomed/instructions", { markdown: "Be quick." });
    threads.push(await newThread(bob, `instructions.${doomed.projectId}`));
    await alice.delete("/v1/projects/doomed");
    for (const thread of threads) expect(outcome(await bob.get(thread.path))).toBe("404 not_found");
    const workspaceId = (await bob.get("/v1/me")).body.workspace.id;
    const purge = { workspaceId, kind: "project" as const, id: doomed.projectId, archivedBefore: "9999" };
    expect(await world.command(purgeArchived, purge)).toBe(true);
    for (const { id } of threads) expect(await rowsOf("threads")).not.toContain(id);
  });

  it("threads are found by the current words of their comments, with the matching comment", async () => {
    const { bob } = world;
    const spec = await newSpec(bob, plan, { title: "Pier" });
    const long = `${"Much was said. ".repeat(600)}At last, the axolotl.`;
    const thread = await newThread(bob, spec.id, long);
    const second = await newComment(bob, thread, "The pangolin is at the pier.");
    expect(await found(bob, "axolotl")).toMatchObject([
      {
        id: thread.id,
        title: "Pier",
        excerpt: expect.stringContaining("axolotl"),
        specShortId: spec.shortId,
      },
    ]);
    expect((await found(bob, "pangolin"))[0]?.excerpt).toBe("The pangolin is at the pier.");
    await bob.patch(second.path, { body: "The tapir is at the pier." });
    expect(await finds(bob, "pangolin")).toEqual([]);
    expect(await finds(bob, "tapir")).toEqual([thread.id]);
    await withRows(world, async (db) => {
      await db.deleteFrom("search_documents").where("kind", "=", "thread").execute();
      await db.deleteFrom("search_filled").execute();
    });
    expect(await finds(bob, "tapir")).toEqual([]);
    await fillIndex(world.context, {}, { signal: new AbortController().signal });
    expect(await finds(bob, "tapir")).toEqual([thread.id]);
    await bob.delete(second.path);
    expect(await finds(bob, "tapir")).toEqual([]);
    await bob.patch(`${thread.path}/comments/${thread.comments[0]?.id}`, { body: "Short." });
    expect(await finds(bob, "axolotl")).toEqual([]);
    expect(await finds(bob, "short")).toEqual([thread.id]);
  });

  it("a thread about a text of the company is found by every member, and named after that text", async () => {
    await newThread(world.vera, "format.company.spec", "Where is the okapi?");
    expect(await found(world.carol, "okapi")).toMatchObject([{ title: "Spec format" }]);
    expect(await found(world.mallory, "okapi")).toEqual([]);
  });
});
