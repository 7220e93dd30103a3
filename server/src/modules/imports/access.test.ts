import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError } from "../../../test/expect-error.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import { bring, send, source } from "./scene.test-support.ts";

const project = "/v1/projects/web";
let refs = 0;
const newRef = () => `kiro:private-${refs++}`;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  it("reveals nothing of an unreadable plan except that its reference is taken", async () => {
    const { alice, bob } = world;
    const ref = newRef();
    const hidden = await newPlan(alice, project, { name: "Secret", visibility: "PRIVATE", externalRef: ref });
    await newSpec(alice, hidden, { title: "Secret", externalRef: `${ref}/1` });
    const before = await hashOfRows(world);
    for (const dryRun of [false, true]) {
      const taken = await send(bob, project, [source(newRef()), source(ref, "x")], { dryRun });
      expectError(taken, "external_ref_taken");
      expect(taken.body.error.details).toEqual([
        { path: "/plans/1/externalRef", message: "Another plan of the project has the same externalRef" },
      ]);
      const under = (parentExternalRef: string) =>
        send(bob, project, [{ ...source(newRef(), "x"), parentExternalRef }], { dryRun });
      const [unreadable, missing] = [await under(ref), await under("nowhere")];
      expectError(unreadable, "not_found");
      expect(unreadable.body.error.details).toEqual(missing.body.error.details);
    }
    expect(await hashOfRows(world)).toBe(before);
  });

  it("ignores an unreadable plan that was imported under a reference and gave it up", async () => {
    const { alice, bob } = world;
    const ref = newRef();
    const [{ planShortId }] = await bring(alice, project, [source(ref, "Secret.")]);
    await alice.patch(`${project}/plans/${planShortId}`, { externalRef: null, visibility: "PRIVATE" });
    const [own] = await bring(bob, project, [source(ref, "Mine.")]);
    expect(own).toMatchObject({ outcome: "created", created: 1, specs: [] });
    expect(own.planShortId).not.toBe(planShortId);
  });

  it("is 403 for viewers, for a plan that the actor can't edit, archived or not, and for a new one under it", async () => {
    const { alice, carol, vera } = world;
    const ref = newRef();
    const plan = await newPlan(alice, project, { visibility: "PRIVATE", externalRef: ref });
    await alice.put(`${plan.path}/shares/${carol.userId}`, { capability: "READ" });
    const under = { ...source(newRef(), "x"), parentExternalRef: ref };
    const refused = async () => {
      const before = await hashOfRows(world);
      for (const dryRun of [false, true]) {
        expectError(await send(carol, project, [source(newRef()), source(ref)], { dryRun }), "forbidden");
        expectError(await send(carol, project, [under], { dryRun }), "forbidden");
        expectError(await send(vera, project, [source(newRef())], { dryRun }), "forbidden");
      }
      expect(await hashOfRows(world)).toBe(before);
    };
    await refused();
    await alice.post(`${plan.path}/archive`);
    await refused();
  });

  it("is 404 for a replay of an answer with resources that the actor can no longer read", async () => {
    const { alice, bob } = world;
    const [ref, other] = [newRef(), newRef()];
    const plans = [source(ref, "One.", "Two."), source(other)];
    const [{ planShortId }, second] = await bring(alice, project, plans);
    const path = `${project}/plans/${planShortId}`;
    await alice.patch(`${path}/specs/SPEC-1`, { content: "Here." });
    const body = { plans: [source(ref, "There.", "Two.")] };
    const key = { "idempotency-key": ref };
    const told = await bob.post(`${project}/imports`, body, key);
    expect(told.body.import.plans[0].specs[0].conflicts).toHaveLength(1);
    expect((await bob.post(`${project}/imports`, body, key)).body).toEqual(told.body);

    const hidden = `${project}/plans/${second.planShortId}`;
    await alice.patch(hidden, { visibility: "PRIVATE" });
    await alice.post(`${path}/specs/SPEC-1/move`, { planId: second.planShortId });
    expectError(await bob.post(`${project}/imports`, body, key), "not_found");
    await alice.patch(hidden, { visibility: "TEAM" });
    expect((await bob.post(`${project}/imports`, body, key)).body).toEqual(told.body);
    await alice.patch(path, { visibility: "PRIVATE" });
    expectError(await bob.post(`${project}/imports`, body, key), "not_found");
  });

  it("writes all of a request or nothing", async () => {
    const before = await hashOfRows(world);
    const ref = newRef();
    const deep = { ...source(`${ref}/x`), parentExternalRef: "nowhere" };
    expectError(await send(world.bob, project, [source(ref, "One."), deep]), "not_found");
    expect(await hashOfRows(world)).toBe(before);
  });
});
