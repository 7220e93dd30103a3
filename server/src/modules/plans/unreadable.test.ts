import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Answer, type Person, setUpWorld, type World } from "../../../test/world.ts";
import { accessRows, type Target } from "./access-rows.test-support.ts";
import { hashOfRows } from "./rows.test-support.ts";

const project = "/v1/projects/web";
const word = "xylophone";

async function plant(world: World) {
  const { alice, bob, carol } = world;
  await alice.post("/v1/projects", { name: "Web" });
  const make = async (person: Person, body: object) =>
    (await person.post(`${project}/plans`, body)).body.plan;
  const team = await make(alice, { name: "Open" });
  const secret = await make(bob, { name: word, description: word, visibility: "PRIVATE" });
  const below = await make(bob, { name: `${word} below`, parentPlanId: secret.id });
  const archived = await make(bob, { name: `${word} archived`, visibility: "PRIVATE" });
  await bob.post(`${project}/plans/${archived.shortId}/archive`);
  const open = `${project}/plans/${team.shortId}`;
  const hidden = `${project}/plans/${secret.shortId}`;

  const titles = ["one", "two", "three"].map((title) => ({ title }));
  const specs = (await alice.post(`${open}/specs/batch`, { specs: titles })).body.specs;
  await alice.patch(`${open}/specs/SPEC-1`, { title: "one, again", needsFirst: ["SPEC-3"] });
  // The private plan has more specs than the team's, so that a higher handle can only come from it.
  const many = Array.from({ length: 20 }, (_, n) => ({ title: `${word} ${n}`, content: `1. ${word}` }));
  const secrets = (await bob.post(`${hidden}/specs/batch`, { specs: many })).body.specs;
  const link = async (path: string, body: object) =>
    (await bob.post(`${path}/dependencies`, body)).body.dependency;
  const edges = [
    await link(open, { fromSpecId: "SPEC-1", toSpecId: secrets[17].id }),
    await link(hidden, { fromSpecId: secrets[17].id, toSpecId: specs[1].id }),
    await link(open, { fromPlanId: team.id, toPlanId: below.id }),
  ];
  const own = (await carol.get(`${open}/dependencies`)).body.dependencies[0];
  const visible = { project, path: open, id: team.id, handle: team.shortId, sharedWith: "nobody" };
  const target: Target = { ...visible, dependencyId: own.id };
  const plans = [secret, below, archived];
  const canaries = [word, ...[...plans, ...secrets, ...edges].map(({ id }) => id)].concat(
    plans.map(({ shortId }) => shortId),
    ["SPEC-17", "SPEC-18", "SPEC-19"],
  );
  return { open, hidden, team, secret, below, archived, specs, secrets, edges, target, canaries };
}

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let scene: Awaited<ReturnType<typeof plant>>;
  beforeAll(async () => {
    scene = await plant(world);
  });

  const strangers = () => [world.alice, world.carol, world.vera, world.mallory];
  const shown = ({ body, headers }: Answer) => JSON.stringify([body, headers]);

  function expectNoCanary(answer: Answer) {
    for (const canary of scene.canaries) expect(shown(answer)).not.toContain(canary);
  }

  it("answers 404 in the same words for a plan that can't be read and one that does not exist", async () => {
    const before = await hashOfRows(world);
    const { open, specs } = scene;
    const named = (plan: string, handle: string) => [
      ["GET", `${project}/plans/${handle}`],
      ["GET", `${project}/plans?parent=${plan}`],
      ["POST", `${project}/plans`, { name: "Below", parentPlanId: plan }],
      ["POST", `${open}/move`, { parentPlanId: plan }],
      ["POST", `${open}/specs/SPEC-1/move`, { planId: plan }],
      ["POST", `${open}/dependencies`, { fromPlanId: scene.team.id, toPlanId: plan }],
      ["POST", `${open}/dependencies`, { fromPlanId: plan, toPlanId: scene.team.id }],
      ["POST", `${open}/dependencies`, { fromSpecId: specs[0].id, toSpecId: plan }],
      ["GET", `/v1/documents?target=plan-item:${plan}`],
      ["GET", `/v1/documents/${plan}`],
      ["GET", `/v1/documents/${plan}/revisions`],
      ["GET", `/v1/documents/${plan}/threads`],
      ["POST", `/v1/documents/${plan}/threads`, { body: "A question." }],
    ];
    const nothing = "01890000-0000-7000-8000-000000000000";
    for (const person of [world.alice, world.carol]) {
      for (const plan of [scene.secret, scene.below, scene.archived]) {
        for (const reference of [plan.id, plan.shortId]) {
          const absent = named(reference === plan.id ? nothing : "PLAN-999", "PLAN-999");
          for (const [index, call] of named(reference, plan.shortId).entries()) {
            const [method, url, body] = call as ["GET" | "POST", string, unknown];
            const [, otherUrl, otherBody] = absent[index] as ["GET" | "POST", string, unknown];
            const answer = await person.send(method, url, body);
            expect(answer).toMatchObject({ status: 404 });
            expect(answer.body).toEqual((await person.send(method, otherUrl, otherBody)).body);
          }
        }
      }
      const spec = scene.secrets[17].id;
      const byId = { fromSpecId: specs[0].id, toSpecId: spec };
      expect(await person.post(`${open}/dependencies`, byId)).toMatchObject({ status: 404 });
      const needs = { title: "x", needsFirst: [spec] };
      expect(await person.post(`${open}/specs`, needs)).toMatchObject({ status: 404 });
      expect(await person.patch(`${open}/specs/SPEC-2`, { parentSpecId: spec })).toMatchObject({
        status: 404,
      });
    }
    expect(await hashOfRows(world)).toBe(before);
  });

  it("shows no word of a private plan in lists, counts, filters, trees and dependencies", async () => {
    for (const person of strangers()) {
      for (const query of ["", `?q=${word}`, "?status=PLANNING", "?archived=true", "?limit=1"]) {
        const list = await person.get(`${project}/plans${query}`);
        expectNoCanary(list);
        if (query === `?q=${word}`) expect(list.body.plans ?? []).toEqual([]);
      }
      expectNoCanary(await person.get("/v1/projects"));
      for (const row of accessRows.filter(({ needs }) => needs === "READ")) {
        expectNoCanary(await row.send(person, scene.target, { harbour: "", member: "" }));
        const there = { ...scene.target, path: scene.hidden, handle: scene.secret.shortId };
        const answer = await row.send(person, there, { harbour: "", member: "" });
        expect(answer).toMatchObject({ status: 404 });
        expectNoCanary(answer);
      }
    }
    const { body } = await world.bob.get(`${scene.open}/dependencies`);
    expect(body.dependencies).toHaveLength(3);
  });

  it("refuses a cycle through a private plan without naming its specs", async () => {
    for (const person of [world.alice, world.carol]) {
      for (const send of [
        () => person.post(`${scene.open}/dependencies`, { fromSpecId: "SPEC-2", toSpecId: "SPEC-1" }),
        () => person.patch(`${scene.open}/specs/SPEC-2`, { needsFirst: ["SPEC-1"] }),
      ]) {
        const answer = await send();
        expect(answer).toMatchObject({ status: 409, body: { error: { code: "dependency_cycle" } } });
        expect(answer.body.error.details).toEqual({ cycle: ["SPEC-2", "SPEC-1"] });
        expectNoCanary(answer);
      }
    }
  });

  it("names the whole cycle to a person who can read all of it", async () => {
    const edge = { fromSpecId: "SPEC-2", toSpecId: "SPEC-1" };
    const { body } = await world.bob.post(`${scene.open}/dependencies`, edge);
    expect(body.error.details).toEqual({ cycle: ["SPEC-2", "SPEC-1", `${scene.secret.shortId}/SPEC-18`] });
  });

  it("keeps hidden dependencies in a PATCH of needsFirst, and refuses to delete one", async () => {
    const { alice, bob, carol } = world;
    const [toSecret] = scene.edges;
    for (const needsFirst of [[], ["SPEC-3"], ["SPEC-2"], ["SPEC-3"]]) {
      const answer = await carol.patch(`${scene.open}/specs/SPEC-1`, { needsFirst });
      expect(answer.body.spec.needsFirst).toEqual(needsFirst);
      expectNoCanary(answer);
    }
    for (const person of [alice, carol]) {
      const gone = await person.delete(`${scene.open}/dependencies/${toSecret.id}`);
      expect(gone).toMatchObject({ status: 404 });
    }
    expect((await bob.get(`${scene.open}/dependencies`)).body.dependencies).toContainEqual(toSecret);
  });

  it("shows no word of a private plan in the answers to writes next to it", async () => {
    for (const row of accessRows.filter(({ needs, id }) => needs !== "READ" && id !== "plans.delete")) {
      for (const person of [world.vera, world.carol]) {
        expectNoCanary(
          await row.send(person, scene.target, { harbour: scene.secret.id, member: world.mallory.userId }),
        );
      }
    }
  });

  it("hides a dependency while its other end is unreadable, and shows it again afterwards", async () => {
    const { alice, bob, carol } = world;
    const other = (await bob.post(`${project}/plans`, { name: "Other" })).body.plan;
    const path = `${project}/plans/${other.shortId}`;
    const plan = (await alice.post(`${project}/plans`, { name: "From" })).body.plan;
    const from = `${project}/plans/${plan.shortId}`;
    await carol.post(`${from}/dependencies`, { fromPlanId: plan.id, toPlanId: other.id });
    const listed = async () => (await carol.get(`${from}/dependencies`)).body.dependencies.length;
    expect(await listed()).toBe(1);
    await bob.patch(path, { visibility: "PRIVATE" });
    expect(await listed()).toBe(0);
    await bob.put(`${path}/shares/${carol.userId}`, { capability: "READ" });
    expect(await listed()).toBe(1);
  });

  it("hides a dependency on a plan of a deleted project, which does not exist for new ones either", async () => {
    const { alice, bob } = world;
    await alice.post("/v1/projects", { name: "Doomed" });
    const doomed = (await alice.post("/v1/projects/doomed/plans", { name: "There" })).body.plan;
    const spec = (await alice.post(`/v1/projects/doomed/plans/${doomed.shortId}/specs`, { title: "s" })).body
      .spec;
    const plan = (await bob.post(`${project}/plans`, { name: "Here" })).body.plan;
    const path = `${project}/plans/${plan.shortId}`;
    await bob.post(`${path}/specs`, { title: "s" });
    await bob.post(`${path}/dependencies`, { fromSpecId: "SPEC-1", toSpecId: spec.id });
    expect((await bob.get(`${path}/dependencies`)).body.dependencies).toHaveLength(1);
    await alice.delete("/v1/projects/doomed");
    expect((await bob.get(`${path}/dependencies`)).body.dependencies).toEqual([]);
    for (const body of [
      { fromSpecId: "SPEC-1", toSpecId: spec.id },
      { fromPlanId: plan.id, toPlanId: doomed.id },
    ])
      expect(await bob.post(`${path}/dependencies`, body)).toMatchObject({ status: 404 });
  });
});
