import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../../test/world.ts";
import { fillIndex } from "../../search/fill-index.ts";
import { newSuggestion, suggestionsOf } from "../../suggestions/scene.test-support.ts";
import { newThread, said, threadsOf } from "../../threads/scene.test-support.ts";
import { purgeJob } from "../archive/purge-plans.ts";
import { hashOfRows } from "../rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../scene.test-support.ts";

type Made = Awaited<ReturnType<typeof newPlan>>;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", env: { GROUNDPLAN_ARCHIVE_DAYS: "0" } });

  let projects = 0;
  async function newProject() {
    const slug = `place-${++projects}`;
    await world.alice.post("/v1/projects", { name: slug, slug });
    return { slug, path: `/v1/projects/${slug}` };
  }
  const move = (by: Person, { path }: { path: string }, body: object, headers = {}) =>
    by.post(`${path}/move`, body, headers);
  const pathOf = (project: { path: string }, { shortId }: { shortId: string }) =>
    `${project.path}/plans/${shortId}`;
  const found = async (by: Person, words: string, slug: string): Promise<string[]> =>
    (await by.get(`/v1/search?q=${words}&projectSlug=${slug}`)).body.results.map(
      ({ title }: { title: string }) => title,
    );

  it("takes sub-plans, specs with their needs, shares, threads and own sources along; the old address is 404", async () => {
    const { bob, carol, alice } = world;
    const [old, there] = [await newProject(), await newProject()];
    const other = await newPlan(bob, there.path);
    const plan = await newPlan(bob, old.path, { visibility: "PRIVATE", name: "Quokka" });
    const sub = await newPlan(bob, old.path, { parentPlanId: plan.id });
    const needed = await newSpec(bob, sub, { title: "Needed" });
    const spec = await newSpec(bob, plan);
    const second = await newSpec(bob, plan, { needsFirst: ["SPEC-1"], title: "Wombat" });
    const far = await newSpec(bob, await newPlan(bob, old.path));
    for (const toSpecId of [needed.id, far.id])
      await bob.post(`${plan.path}/dependencies`, { fromSpecId: second.id, toSpecId });
    await bob.put(`${plan.path}/shares/${carol.userId}`, { capability: "EDIT" });
    const thread = await newThread(bob, second.id, "Numbat");
    const source = (await bob.post(`${sub.path}/context`, { title: "Bilby", text: "Bilby" })).body.source;
    await bob.post(`${old.path}/context`, { title: "Of the project", text: "Text" });
    const before = (await bob.get(`${plan.path}/dependencies`)).body;

    const answer = await move(bob, plan, { projectSlug: there.slug });
    expect(outcome(answer)).toBe("200");
    expect(answer.body.leftSources).toMatchObject([{ title: "Of the project" }]);
    const project = (await bob.get(there.path)).body.project;
    expect(answer.body.plan).toMatchObject({
      id: plan.id,
      shortId: plan.shortId,
      projectId: project.id,
      parentPlanId: null,
      visibility: "PRIVATE",
      rootPlanId: plan.id,
      ownerUserId: bob.userId,
      revision: 1,
    });
    for (const { path } of [plan, sub, spec, needed])
      expect(outcome(await bob.get(path))).toBe("404 not_found");
    for (const path of [`${plan.path}/specs`, `${sub.path}/context`, `${sub.path}/tree`])
      expect(outcome(await bob.get(path))).toBe("404 not_found");

    const [here, below] = [pathOf(there, plan), pathOf(there, sub)];
    expect((await carol.get(here)).body.plan).toMatchObject({ capability: "EDIT" });
    expect((await carol.get(below)).body.plan).toMatchObject({ projectId: project.id, rootPlanId: plan.id });
    expect(outcome(await alice.get(here))).toBe("404 not_found");
    expect((await bob.get(`${here}/specs/SPEC-2`)).body.spec).toMatchObject({ needsFirst: ["SPEC-1"] });
    expect((await bob.get(`${here}/dependencies`)).body).toEqual(before);
    expect((await carol.get(threadsOf(second.id))).body.threads).toMatchObject([{ id: thread.id }]);
    expect((await bob.get(`${below}/context`)).body.sources).toMatchObject([{ id: source.id }]);
    const sorted = (await bob.get(`${there.path}/plans?sort=position`)).body.plans;
    expect(sorted.map(({ id }: Made) => id)).toEqual([other.id, plan.id, sub.id]);
    for (const word of ["Quokka", "Wombat", "Bilby"]) {
      expect(await found(bob, word, there.slug), word).toEqual([word]);
      expect(await found(bob, word, old.slug), word).toEqual([]);
    }
    expect(await found(bob, "Numbat", there.slug)).toHaveLength(1);
  });

  it("leaves conversations about sources of the old project there, found by nobody until the plan is back", async () => {
    const { alice, bob } = world;
    const [old, there] = [await newProject(), await newProject()];
    const plan = await newPlan(bob, old.path);
    const in_ = `?discussionPlanId=${plan.id}`;
    const add = async (place: string, title: string) =>
      (await bob.post(`${place}/context`, { title, text: `Of ${title}.` })).body.source;
    const ofProject = await add(old.path, `Potoroo ${old.slug}`);
    const ofTeam = await add("/v1", `Bettong ${old.slug}`);
    await newThread(bob, ofProject.id, "Kowari", in_);
    await newThread(bob, ofTeam.id, "Kultarr", in_);
    await newSuggestion(bob, ofProject.id, [["Potoroo", "Dunnart"]], in_);
    const shown = async (home: { slug: string; path: string }) => {
      const here = pathOf(home, plan);
      const { sources } = (await bob.get(`${here}/context`)).body;
      const pack = await bob.get(`${here}/context/pack`);
      const projectsOf = async (word: string) =>
        (await bob.get(`/v1/search?q=${word}`)).body.results.map(
          ({ projectSlug }: { projectSlug: string }) => projectSlug,
        );
      const suggestions = await bob.get(suggestionsOf(ofProject.id) + in_);
      return {
        isListed: sources.some(({ id }: { id: string }) => id === ofProject.id),
        isPacked: JSON.stringify(pack.body).includes("Potoroo"),
        said: await said(bob, ofProject.id, in_.replace("?", "&")),
        suggested: suggestions.body.suggestions.length,
        found: [await projectsOf("Kowari"), await projectsOf("Kultarr")],
      };
    };
    const whole = { isListed: true, isPacked: true, said: [["Kowari"]], suggested: 1 };
    const nothing = { isListed: false, isPacked: false, said: [], suggested: 0 };
    expect(await shown(old)).toEqual({ ...whole, found: [[old.slug], [old.slug]] });

    await move(bob, plan, { projectSlug: there.slug });
    expect(await shown(there)).toEqual({ ...nothing, found: [[], [there.slug]] });
    await withRows(world, async (db) => {
      for (const table of ["search_terms", "search_documents", "search_filled"])
        await sql`delete from ${sql.table(table)}`.execute(db);
    });
    const { signal } = new AbortController();
    await fillIndex(world.context, {}, { signal });
    expect(await shown(there)).toEqual({ ...nothing, found: [[], [there.slug]] });

    await move(bob, { path: pathOf(there, plan) }, { projectSlug: old.slug });
    expect(await shown(old)).toEqual({ ...whole, found: [[old.slug], [old.slug]] });

    await move(bob, plan, { projectSlug: there.slug });
    await alice.delete(old.path);
    await sleep(2);
    await purgeJob(world.context, {}, { signal });
    const about = world.context.db.selectFrom("threads").select("document_id").where("plan_id", "=", plan.id);
    expect(await about.execute()).toEqual([{ document_id: ofTeam.id }]);
    expect(await said(bob, ofTeam.id, in_.replace("?", "&"))).toEqual([["Kultarr"]]);
  });

  it("keeps everything when the old project is deleted and purged", async () => {
    const { alice, bob } = world;
    const [old, there] = [await newProject(), await newProject()];
    const plan = await newPlan(bob, old.path, { description: "Words." });
    const spec = await newSpec(bob, plan);
    await newThread(bob, spec.id, "A question.");
    await newThread(bob, plan.id, "Another.");
    const { source } = (await bob.post(`${plan.path}/context`, { title: "Kept", text: "Kept" })).body;
    await move(bob, plan, { projectSlug: there.slug });
    await alice.delete(old.path);
    await sleep(2);
    await purgeJob(world.context, {}, { signal: new AbortController().signal });
    expect(outcome(await alice.post(`${old.path}/restore`))).toBe("404 not_found");
    const here = pathOf(there, plan);
    expect(outcome(await bob.get(`${here}/specs/SPEC-1`))).toBe("200");
    for (const id of [spec.id, plan.id]) expect((await bob.get(threadsOf(id))).body.threads).toHaveLength(1);
    expect((await bob.get(`${here}/context/${source.id}`)).body.source).toMatchObject({ text: "Kept" });
    expect(await found(bob, "Kept", there.slug)).toEqual(["Kept"]);
  });

  it("goes under a plan of the other project, whose access it inherits, and out of a tree as a root", async () => {
    const { bob, carol } = world;
    const [old, there] = [await newProject(), await newProject()];
    const home = await newPlan(bob, there.path, { visibility: "PRIVATE" });
    const root = await newPlan(bob, old.path, { visibility: "PRIVATE" });
    const sub = await newPlan(bob, old.path, { parentPlanId: root.id });
    await bob.put(`${root.path}/shares/${carol.userId}`, { capability: "READ" });
    const leaf = await newPlan(bob, old.path, { parentPlanId: sub.id });
    await sleep(2);
    const since = new Date().toISOString();
    const out = await move(bob, sub, { projectSlug: there.slug });
    expect(out.body.plan).toMatchObject({ parentPlanId: null, rootPlanId: sub.id, visibility: "PRIVATE" });
    expect((await carol.get(pathOf(there, sub))).body.plan).toMatchObject({ capability: "READ" });
    expect((await bob.get(`${root.path}/tree`)).body.children).toEqual([]);
    const changed = (await bob.get(`${there.path}/plans?updatedSince=${since}`)).body.plans;
    expect(changed.map(({ id }: Made) => id)).toEqual([sub.id, leaf.id]);

    const under = await move(bob, root, { projectSlug: there.slug, parentPlanId: home.shortId });
    expect(under.body.plan).toMatchObject({ parentPlanId: home.id, rootPlanId: home.id, visibility: null });
    expect(outcome(await carol.get(pathOf(there, root)))).toBe("404 not_found");
    const same = await move(bob, { path: pathOf(there, root) }, { projectSlug: there.slug });
    expect(same.body.plan).toMatchObject({ parentPlanId: null, rootPlanId: root.id });
    expect(same.body).not.toHaveProperty("leftSources");
    const again = await hashOfRows(world);
    expect(outcome(await move(bob, { path: pathOf(there, root) }, { projectSlug: there.slug }))).toBe("200");
    expect(await hashOfRows(world)).toBe(again);
  });

  it("needs OWN of the plan and EDIT of a parent in the named project, and names the wrong field", async () => {
    const { alice, bob, carol, vera, mallory } = world;
    const [old, there, gone] = [await newProject(), await newProject(), await newProject()];
    await alice.delete(gone.path);
    const plan = await newPlan(bob, old.path);
    const secret = await newPlan(bob, there.path, { visibility: "PRIVATE" });
    const beside = await newPlan(bob, old.path);
    const archived = await newPlan(bob, there.path);
    await bob.post(`${archived.path}/archive`);
    const mine = await newPlan(carol, old.path);
    await bob.put(`${secret.path}/shares/${carol.userId}`, { capability: "READ" });
    const before = await hashOfRows(world);
    const to = { projectSlug: there.slug };
    const field = async (by: Person, from: Made, body: object) => {
      const answer = await move(by, from, body);
      return `${outcome(answer)} ${answer.body.error?.details?.[0]?.path ?? ""}`.trim();
    };
    for (const person of [carol, vera]) expect(await field(person, plan, to)).toBe("403 forbidden");
    expect(await field(mallory, plan, to)).toBe("404 not_found");
    for (const projectSlug of ["nowhere", gone.slug, "", "x y"])
      expect(await field(bob, plan, { projectSlug })).toBe("404 not_found /projectSlug");
    expect(await field(bob, plan, { ...to, parentPlanId: beside.id })).toBe("404 not_found /parentPlanId");
    expect(await field(bob, plan, { ...to, parentPlanId: plan.id })).toBe("404 not_found /parentPlanId");
    expect(await field(alice, plan, { ...to, parentPlanId: secret.id })).toBe("404 not_found /parentPlanId");
    expect(await field(carol, mine, { ...to, parentPlanId: secret.id })).toBe("403 forbidden");
    expect(await field(bob, plan, { ...to, parentPlanId: archived.id })).toBe(
      "409 plan_archived /parentPlanId",
    );
    expect(await field(bob, archived, { projectSlug: old.slug })).toBe("409 plan_archived");
    expect(await field(bob, plan, {})).toBe("400 invalid_request /parentPlanId");
    for (const projectSlug of [null, 1, ["web"]])
      expect(await field(bob, plan, { projectSlug })).toBe("400 invalid_request /projectSlug");
    expect(outcome(await move(bob, plan, to, { "if-match": '"9"' }))).toBe("412 precondition_failed");
    expect(await hashOfRows(world)).toBe(before);
  });

  it("is 409 external_ref_taken if a plan of the tree has a reference that the project has, archived or not", async () => {
    const { bob, carol } = world;
    const [old, there] = [await newProject(), await newProject()];
    const root = await newPlan(bob, old.path, { externalRef: "kiro:root" });
    const sub = await newPlan(bob, old.path, { parentPlanId: root.id, externalRef: "kiro:sub" });
    await bob.post(`${sub.path}/archive`);
    const holder = await newPlan(carol, there.path, { externalRef: "kiro:sub", visibility: "PRIVATE" });
    const before = await hashOfRows(world);
    const refused = await move(bob, root, { projectSlug: there.slug });
    expect(outcome(refused)).toBe("409 external_ref_taken");
    expect(refused.body.error.details).toMatchObject([{ path: "/projectSlug" }]);
    expect(JSON.stringify(refused.body)).not.toContain(holder.shortId);
    expect(await hashOfRows(world)).toBe(before);
    await carol.patch(holder.path, { externalRef: null });
    expect(outcome(await move(bob, root, { projectSlug: there.slug }))).toBe("200");
    expect((await bob.get(pathOf(there, sub))).body.plan).toMatchObject({ externalRef: "kiro:sub" });
    await bob.post(`${pathOf(there, sub)}/restore`);
    const refs = (await bob.get(`${there.path}/plans?externalRef=kiro:sub`)).body.plans;
    expect(refs).toMatchObject([{ id: sub.id }]);
  });

  it("writes events in both projects, and is replayed for its Idempotency-Key", async () => {
    const { alice, bob } = world;
    const [old, there] = [await newProject(), await newProject()];
    const plan = await newPlan(bob, old.path);
    const key = { "idempotency-key": plan.id };
    const first = await move(bob, plan, { projectSlug: there.slug }, key);
    const replay = await move(bob, plan, { projectSlug: there.slug }, key);
    expect([replay.status, replay.headers["idempotent-replayed"], replay.body]).toEqual([
      ...[200, "true", first.body],
    ]);
    const { entries } = (await alice.get("/v1/audit?type=plan.moved&limit=2")).body;
    expect(entries).toMatchObject([
      { projectSlug: there.slug, planShortId: plan.shortId, data: { fromProjectId: plan.projectId } },
      { projectSlug: old.slug, planShortId: plan.shortId, data: { toProjectId: first.body.plan.projectId } },
    ]);
    await bob.patch(pathOf(there, plan), { visibility: "PRIVATE" });
    expect(outcome(await move(alice, plan, { projectSlug: there.slug }))).toBe("404 not_found");
  });

  it("moves a tree once when two people move it at once to different projects", async () => {
    const { alice, bob } = world;
    for (let round = 0; round < 4; round++) {
      const [old, first, second] = [await newProject(), await newProject(), await newProject()];
      const plan = await newPlan(bob, old.path);
      const sub = await newPlan(bob, old.path, { parentPlanId: plan.id });
      const answers = await Promise.all([
        move(alice, plan, { projectSlug: first.slug }),
        move(bob, plan, { projectSlug: second.slug }),
      ]);
      expect(answers.map(outcome).toSorted()).toEqual(["200", "404 not_found"]);
      const home = answers[0]?.status === 200 ? first : second;
      const [root, below] = [await bob.get(pathOf(home, plan)), await bob.get(pathOf(home, sub))];
      expect(root.body.plan.projectId).toBe(below.body.plan.projectId);
    }
  });
});
