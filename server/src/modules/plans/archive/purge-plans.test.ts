import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { openWorld, setUpWorld } from "../../../../test/world.ts";
import type { Writer } from "../../../dispatch/writer.ts";
import { purgeDeleted } from "../../specs/deleted/purge-specs.ts";
import { hashOfRows } from "../rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../scene.test-support.ts";
import { purgeArchived, purgeJob } from "./purge-plans.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ARCHIVE_DAYS: "0" }, project: "Web" });

  async function purge() {
    await sleep(2);
    await purgeJob(world.context, {}, { signal: new AbortController().signal });
  }

  it("removes archived plans with their sub-plans for good, and no other plan", async () => {
    const { bob } = world;
    const root = await newPlan(bob, project);
    const sub = await newPlan(bob, project, { parentPlanId: root.id });
    await newSpec(bob, sub);
    const alive = await newPlan(bob, project);
    const archivedSub = await newPlan(bob, project, { parentPlanId: alive.id });
    await bob.post(`${root.path}/archive`);
    await bob.post(`${archivedSub.path}/archive`);
    await purge();
    for (const { path } of [root, sub, archivedSub])
      expect(outcome(await bob.get(path))).toBe("404 not_found");
    expect(outcome(await bob.get(alive.path))).toBe("200");
    const { db } = world.context;
    expect(await db.selectFrom("specs").select("id").where("plan_id", "=", sub.id).execute()).toEqual([]);
    const next = await newPlan(bob, project);
    expect(Number(next.shortId?.slice(5))).toBe(Number(archivedSub.shortId?.slice(5)) + 1);
  });

  it("removes deleted specs with their labels", async () => {
    const { bob } = world;
    const { label } = (await bob.post("/v1/labels", { name: "Stone", color: "#336699" })).body;
    const spec = await newSpec(bob, await newPlan(bob, project), { labelIds: [label.id] });
    await bob.delete(spec.path);
    await purge();
    const { db } = world.context;
    const left = await db
      .selectFrom("spec_labels")
      .select("label_id")
      .where("spec_id", "=", spec.id)
      .execute();
    expect(left).toEqual([]);
  });

  it("removes more plans than one batch of the job contains", async () => {
    const { bob } = world;
    const root = await newPlan(bob, project);
    const sub = () => newPlan(bob, project, { parentPlanId: root.id });
    await Promise.all(Array.from({ length: 110 }, sub));
    await bob.post(`${root.path}/archive`);
    const { db } = world.context;
    const archived = db.selectFrom("plans").select("id").where("archived_at", "is not", null);
    expect(await archived.execute()).toHaveLength(111);
    await purge();
    expect(await archived.execute()).toEqual([]);
  });

  it("stops between two plans when its process stops", async () => {
    const { bob } = world;
    const plans = [await newPlan(bob, project), await newPlan(bob, project), await newPlan(bob, project)];
    for (const { path } of plans) await bob.post(`${path}/archive`);
    await sleep(2);
    const stopping = new AbortController();
    const writer: Writer = {
      ...world.context.writer,
      run: (command, input) =>
        world.context.writer.run(command, input).finally(() => stopping.abort(new Error("stopping"))),
    };
    const job = purgeJob({ ...world.context, writer }, {}, { signal: stopping.signal });
    await expect(job).rejects.toThrow("stopping");
    const archived = world.context.db.selectFrom("plans").select("id").where("archived_at", "is not", null);
    expect(await archived.execute()).toHaveLength(2);
    await purge();
    expect(await archived.execute()).toEqual([]);
  });

  it("removes a deleted project with its plans, and leaves an event by the service", async () => {
    const { alice } = world;
    const made = (await alice.post("/v1/projects", { name: "Gone" })).body.project;
    const plan = await newPlan(alice, "/v1/projects/gone");
    await newSpec(alice, plan);
    await alice.delete("/v1/projects/gone");
    await purge();
    const { db } = world.context;
    for (const table of ["projects", "plans"] as const)
      expect(await db.selectFrom(table).select("id").where("id", "in", [made.id, plan.id]).execute()).toEqual(
        [],
      );
    const last = db.selectFrom("events").selectAll().where("subject_id", "=", made.id).orderBy("seq", "desc");
    expect(await last.executeTakeFirst()).toMatchObject({
      type: "project.purged",
      actor_user_id: null,
      credential_id: null,
    });
    expect(outcome(await alice.post("/v1/projects/gone/restore"))).toBe("404 not_found");
    expect((await alice.post("/v1/projects", { name: "Gone" })).body.project.slug).toBe("gone");
  });

  it("removes deleted specs for good with all their data, and leaves an event by the service", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const [spec, other, child] = [
      await newSpec(bob, plan),
      await newSpec(bob, plan),
      await newSpec(bob, plan),
    ];
    await bob.patch(child.path, { parentSpecId: spec.id });
    await bob.patch(other.path, { needsFirst: [spec.id] });
    await bob.post(`/v1/documents/${spec.id}/threads`, { body: "Said" });
    await bob.delete(spec.path);
    await purge();
    expect(outcome(await bob.post(`${spec.path}/restore`))).toBe("404 not_found");
    expect((await bob.get(`${plan.path}/specs?deleted=true`)).body.specs).toEqual([]);
    const { db } = world.context;
    for (const table of ["deleted_specs", "deleted_dependencies", "released_children"] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    const threads = db.selectFrom("threads").selectAll().where("document_id", "=", spec.id);
    const revisions = db.selectFrom("revisions").selectAll().where("subject_id", "=", spec.id);
    expect([await threads.execute(), await revisions.execute()]).toEqual([[], []]);
    const last = db.selectFrom("events").selectAll().where("subject_id", "=", spec.id).orderBy("seq", "desc");
    expect(await last.executeTakeFirst()).toMatchObject({
      type: "spec.purged",
      actor_user_id: null,
      spec_number: 1,
    });
    expect(outcome(await bob.post(`${plan.path}/specs`, { title: "New" }))).toBe("201");
  });

  it("does not remove a spec that was restored in the meantime", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const spec = await newSpec(bob, plan);
    await bob.delete(spec.path);
    await bob.post(`${spec.path}/restore`);
    const workspaceId = (await bob.get("/v1/me")).body.workspace.id;
    const deletedBefore = new Date(Date.now() + 60_000).toISOString();
    expect(await world.command(purgeDeleted, { workspaceId, id: spec.id, deletedBefore })).toBe(false);
    expect(outcome(await bob.get(spec.path))).toBe("200");
  });

  it("does not remove a plan that was restored in the meantime", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    await bob.post(`${plan.path}/archive`);
    await bob.post(`${plan.path}/restore`);
    const row = world.context.db.selectFrom("plans").selectAll().where("id", "=", plan.id);
    const { workspace_id: workspaceId } = await row.executeTakeFirstOrThrow();
    const archivedBefore = new Date(Date.now() + 60_000).toISOString();
    const input = { workspaceId, kind: "plan" as const, id: plan.id, archivedBefore };
    expect(await world.command(purgeArchived, input)).toBe(false);
    expect(outcome(await bob.get(plan.path))).toBe("200");
  });

  it("removes neither a plan nor a spec before its days are over", async () => {
    const patient = await openWorld(create);
    try {
      await patient.alice.post("/v1/projects", { name: "Web" });
      const plan = await newPlan(patient.alice, project);
      const spec = await newSpec(patient.alice, await newPlan(patient.alice, project));
      await patient.alice.delete(spec.path);
      await patient.alice.post(`${plan.path}/archive`);
      const before = await hashOfRows(patient);
      await sleep(2);
      await purgeJob(patient.context, {}, { signal: new AbortController().signal });
      expect(await hashOfRows(patient)).toBe(before);
    } finally {
      await patient.close();
    }
  });
});
