import { createHash } from "node:crypto";
import { endpoints } from "@groundplan/contract";
import type { Selectable } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { setUpWorld, type World } from "../../test/world.ts";
import { accessRows } from "../modules/plans/access-rows.test-support.ts";
import { openSecondConnection } from "../modules/plans/direct.test-support.ts";
import { newPlan, newSpec, outcome } from "../modules/plans/scene.test-support.ts";
import type { Db } from "../storage/dialect.ts";
import type { Tables } from "../storage/tables.ts";
import { eventHash } from "./hash.ts";

const project = "/v1/projects/web";
const word = "xylophone";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  let beside: Db;
  beforeAll(async () => {
    beside = openSecondConnection(world, "read");
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(() => beside.destroy());

  async function workspaceOf(slug: string): Promise<string> {
    return (
      await beside.selectFrom("workspaces").select("id").where("slug", "=", slug).executeTakeFirstOrThrow()
    ).id;
  }
  async function eventsOf(slug: string): Promise<Selectable<Tables["events"]>[]> {
    const id = await workspaceOf(slug);
    return beside.selectFrom("events").selectAll().where("workspace_id", "=", id).orderBy("seq").execute();
  }
  const credentialOf = async (key: { get: World["alice"]["get"] }) =>
    (await key.get("/v1/me")).body.credential.id;

  async function expectWhole(slug: string) {
    const events = await eventsOf(slug);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
    let hash = "";
    for (const event of events) {
      hash = eventHash(hash, event);
      expect(event.hash).toBe(hash);
    }
    const head = beside
      .selectFrom("event_heads")
      .selectAll()
      .where("workspace_id", "=", await workspaceOf(slug));
    expect(await head.executeTakeFirst()).toMatchObject({ seq: events.length, hash });
  }

  it("names changed fields like the API", async () => {
    const { alice } = world;
    const plan = await newPlan(alice, project);
    const [first, second] = [await newSpec(alice, plan), await newSpec(alice, plan)];
    const body = { readiness: 3, parentSpecId: first.id, externalRef: "R-1" };
    expect((await alice.patch(second.path, body)).status).toBe(200);
    expect((await alice.patch(plan.path, { externalRef: "R-2" })).status).toBe(200);
    const [ofSpec, ofPlan] = (await eventsOf("acme")).slice(-2).map(({ data }) => JSON.parse(data));
    expect(ofSpec.changed).toEqual(["readiness", "parentSpecId", "externalRef"]);
    expect(ofPlan.changed).toEqual(["externalRef"]);
  });

  it("numbers events without gaps per workspace under concurrent writes, in one hash chain", async () => {
    const { alice, bob, carol, mallory } = world;
    await mallory.post("/v1/projects", { name: "Web" });
    const before = await eventsOf("acme");
    const plan = await newPlan(bob, project);
    const people = [alice, bob, carol, mallory];
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => {
        const person = people[n % 4] ?? alice;
        if (person === mallory) return person.post(`${project}/plans`, { name: "x" });
        if (n % 5 === 0)
          return person.post(`${plan.path}/specs/batch`, { specs: [{ title: "a" }, { title: "b" }] });
        if (n % 7 === 0) return person.patch(plan.path, { name: `name ${n}` });
        return person.post(`${project}/plans`, { name: "x" });
      }),
    );
    expect(new Set(answers.map(outcome))).toEqual(new Set(["200", "201"]));
    expect((await eventsOf("acme")).length).toBeGreaterThan(before.length + 90);
    await expectWhole("acme");
    await expectWhole("other");
  });

  it("hashes every field of an event with the previous hash", async () => {
    const [first, event] = await eventsOf("acme");
    if (!first || !event) throw new Error("no events");
    expect(eventHash(first.hash, event)).toBe(event.hash);
    const fields = Object.keys(event).filter((key) => key !== "hash") as (keyof typeof event)[];
    expect(fields).toHaveLength(15);
    for (const field of fields)
      expect(eventHash(first.hash, { ...event, [field]: `${event[field]} changed` })).not.toBe(event.hash);
    expect(eventHash(event.hash, event)).not.toBe(event.hash);
  });

  it("hashes events from before handles were stored in the old format", async () => {
    const [, event] = await eventsOf("acme");
    if (!event) throw new Error("no events");
    const nothing = { project_slug: null, plan_number: null, spec_number: null, readers: null, told: null };
    const { workspace_id, seq, type, actor_user_id, credential_id, project_id, plan_id } = event;
    const { subject_id, data, created_at } = event;
    const fields = ["before", workspace_id, seq, type, actor_user_id, credential_id, project_id, plan_id];
    const old = createHash("sha256").update(JSON.stringify([...fields, subject_id, data, created_at]));
    expect(eventHash("before", { ...event, ...nothing })).toBe(old.digest("hex"));
  });

  it("names projects, plans and specs as they were called at the time", async () => {
    const { alice, bob } = world;
    const before = (await eventsOf("acme")).length;
    await alice.post("/v1/projects", { name: "First name", slug: "first-name" });
    const plan = await newPlan(bob, "/v1/projects/first-name");
    await newSpec(bob, plan);
    await alice.patch("/v1/projects/first-name", { slug: "second-name" });
    const moved = plan.path.replace("first-name", "second-name");
    await bob.delete(`${moved}/specs/SPEC-1`);
    await bob.delete(moved);
    const named = (await eventsOf("acme")).slice(before);
    const number = Number(plan.shortId?.slice("PLAN-".length));
    expect(
      named.map(({ type, project_slug, plan_number, spec_number }) => [
        ...[type, project_slug, plan_number, spec_number],
      ]),
    ).toEqual([
      ["project.created", "first-name", null, null],
      ["plan.created", "first-name", number, null],
      ["spec.created", "first-name", number, 1],
      ["project.updated", "second-name", null, null],
      ["spec.deleted", "second-name", number, 1],
      ["plan.deleted", "second-name", number, null],
    ]);
  });

  const restores = ["plans.restore", "specs.restore"];
  it.each(accessRows.filter(({ needs, id }) => needs !== "READ" && !restores.includes(id)))(
    "leaves an event of $id with its actor and credential, and none of what failed",
    async (row) => {
      const { bob, carol, vera } = world;
      const target = await build();
      const harbour = (await newPlan(bob, project)).id;
      const before = (await eventsOf("acme")).length;
      for (const stranger of [vera, world.mallory])
        expect((await row.send(stranger, target, { harbour, member: carol.userId })).status).toBeGreaterThan(
          400,
        );
      expect(await eventsOf("acme")).toHaveLength(before);

      const answer = await row.send(bob, target, { harbour, member: carol.userId });
      expect(answer.status).toBe(endpoints.find(({ id }) => id === row.id)?.status);
      const left = (await eventsOf("acme")).slice(before);
      expect(left).toHaveLength(row.id === "specs.move" ? 2 : 1);
      expect(new Set(left.map((event) => event.plan_id)).size).toBe(left.length);
      for (const event of left) {
        expect(event).toMatchObject({
          actor_user_id: bob.userId,
          credential_id: await credentialOf(bob),
          project_id: expect.any(String),
        });
        expect(event.type).toMatch(/^(plan|spec|specs|dependency)\.[a-z_]+$/);
      }
    },
  );

  async function build() {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project);
    const specs = [{ title: "a", ref: "a" }, { title: "b", needsFirst: ["a"] }, { title: "c" }];
    await bob.post(`${plan.path}/specs/batch`, { specs });
    await bob.patch(`${plan.path}/specs/SPEC-1`, { title: "again" });
    await bob.put(`${plan.path}/shares/${carol.userId}`, { capability: "EDIT" });
    const dependencyId = (await bob.get(`${plan.path}/dependencies`)).body.dependencies[0].id;
    const target = { project, path: plan.path, id: plan.id, handle: plan.shortId ?? "" };
    return { ...target, dependencyId, sharedWith: carol.userId };
  }

  it("writes events of restored plans, of projects and of keys, too", async () => {
    const { alice, bob } = world;
    const plan = await newPlan(bob, project);
    await bob.post(`${plan.path}/archive`);
    const before = (await eventsOf("acme")).length;
    await bob.post(`${plan.path}/restore`);
    await alice.post("/v1/projects", { name: "Short" });
    await alice.patch("/v1/projects/short", { name: "Shorter" });
    await alice.delete("/v1/projects/short");
    await alice.post("/v1/projects/short/restore");
    const { key } = (await bob.post("/v1/api-keys", { name: "k" })).body;
    await bob.delete(`/v1/api-keys/${key.id}`);
    const events = (await eventsOf("acme")).slice(before);
    expect(events.map(({ type }) => type)).toEqual([
      ...["plan.restored", "project.created", "project.updated", "project.deleted"],
      ...["project.restored", "api_key.created", "api_key.revoked"],
    ]);
    expect(new Set(events.map((event) => event.actor_user_id))).toEqual(new Set([alice.userId, bob.userId]));
    for (const { credential_id } of events) expect(credential_id).not.toBe(null);
  });

  it("writes no text of plans and specs and no secret into events", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project, { name: word, description: word });
    const spec = await newSpec(bob, plan, { title: word, content: `1. ${word}` });
    await bob.patch(spec.path, { content: `${word} again`, title: `${word} again` });
    await bob.post(`${spec.path}/versions/1/restore`);
    await bob.post(`${plan.path}/specs/batch`, { specs: [{ title: word, content: word, ref: word }] });
    await bob.patch(plan.path, { name: `${word} again`, description: `${word} again` });
    await bob.put(`${plan.path}/shares/${carol.userId}`, { capability: "READ" });
    const { secret } = (await bob.post("/v1/api-keys", { name: word })).body;
    await bob.delete(spec.path);
    await bob.delete(plan.path);
    const all = JSON.stringify(await eventsOf("acme"));
    expect(all).not.toContain(word);
    expect(all).not.toContain(secret.slice(0, 12));
  });

  it("writes no event of a batch that fails at its last spec", async () => {
    const plan = await newPlan(world.bob, project);
    const before = (await eventsOf("acme")).length;
    const specs = [...Array(20).fill({ title: "x" }), { title: "y", needsFirst: ["SPEC-1"] }];
    expect(outcome(await world.bob.post(`${plan.path}/specs/batch`, { specs }))).toBe("404 not_found");
    expect(await eventsOf("acme")).toHaveLength(before);
    await expectWhole("acme");
  });
});
