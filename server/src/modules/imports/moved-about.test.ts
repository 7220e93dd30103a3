import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError } from "../../../test/expect-error.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan } from "../plans/scene.test-support.ts";
import { bring, send, source } from "./scene.test-support.ts";

const project = "/v1/projects/web";
let refs = 0;
const newRef = () => `kiro:moved-${refs++}`;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  const pathOf = (planShortId: string) => `${project}/plans/${planShortId}`;

  it("imports into a plan that got another one's reference and spec", async () => {
    const { alice } = world;
    const ref = newRef();
    const [first] = await bring(alice, project, [source(ref, "a")]);
    await alice.patch(pathOf(first.planShortId), { externalRef: null });
    const other = await newPlan(alice, project, { externalRef: ref, name: "Albums" });
    await alice.post(`${pathOf(first.planShortId)}/specs/SPEC-1/move`, { planId: other.shortId });
    const [again] = await bring(alice, project, [source(ref, "a")]);
    expect(again).toMatchObject({ planShortId: other.shortId, created: 0, unchanged: 1 });
    const before = await hashOfRows(world);
    await bring(alice, project, [source(ref, "a")]);
    expect(await hashOfRows(world)).toBe(before);
  });

  it("follows the plan that last had a reference, once nobody has it", async () => {
    const { alice } = world;
    const ref = newRef();
    const [first] = await bring(alice, project, [source(ref, "a")]);
    await alice.patch(pathOf(first.planShortId), { externalRef: null });
    const other = await newPlan(alice, project, { externalRef: ref, name: "Albums" });
    await bring(alice, project, [source(ref, "a")]);
    await alice.patch(other.path, { externalRef: null });
    const [again] = await bring(alice, project, [source(ref, "b")]);
    expect(again.planShortId).toBe(other.shortId);
  });

  it("reports the same about a spec moved out of the actor's sight, whether it still exists or not", async () => {
    const { alice, bob } = world;
    const ref = newRef();
    const [{ planShortId }] = await bring(bob, project, [source(ref, "a")]);
    const secret = await newPlan(alice, project, { name: "Secret", visibility: "PRIVATE" });
    await alice.post(`${pathOf(planShortId)}/specs/SPEC-1/move`, { planId: secret.shortId });
    const [there] = await bring(bob, project, [source(ref, "a")]);
    expect(there.specs).toMatchObject([{ outcome: "deleted", specShortId: null }]);
    await alice.delete(secret.path);
    expect(await bring(bob, project, [source(ref, "a")])).toEqual([there]);
  });

  it("keeps a spec's status if the source no longer states one", async () => {
    const { alice } = world;
    const ref = newRef();
    const silent = source(ref, "a", "b");
    const saying = { ...silent, specs: silent.specs.map((spec) => ({ ...spec, status: "DONE" })) };
    const [{ planShortId }] = await bring(alice, project, [saying]);
    const before = await hashOfRows(world);
    expect(await bring(alice, project, [silent])).toMatchObject([{ updated: 0, unchanged: 2 }]);
    expect(await hashOfRows(world)).toBe(before);
    const statuses = async () =>
      (await alice.get(`${pathOf(planShortId)}/specs`)).body.specs.map(
        (spec: { status: string }) => spec.status,
      );
    expect(await statuses()).toEqual(["DONE", "DONE"]);
    const changed = source(ref, "a", "changed");
    expect(await bring(alice, project, [changed])).toMatchObject([{ updated: 1 }]);
    expect(await statuses()).toEqual(["DONE", "DONE"]);
  });

  it("refuses more than 5,000 specs of a request, however many plans they are in", async () => {
    const many = Array.from({ length: 3000 }, () => "");
    const plans = [source(newRef(), ...many), source(newRef(), ...many)];
    const answer = await send(world.alice, project, plans);
    expectError(answer, "invalid_request");
    expect(answer.body.error.details).toEqual([
      { path: "/plans", message: "must have at most 5000 specs together" },
    ]);
  });
});
