import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, databases, expectOk, freshPlan, issues, openBench } from "../push/testing.ts";

describe.each(databases)("$database", ({ create }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(create);
  });
  afterAll(() => bench.close());

  it("keeps the issue of a spec that moves to another plan, also after its old plan is deleted", async () => {
    const { alice } = bench;
    const place = await freshPlan(bench);
    expectOk(await alice.post(`${place.main}/push`));
    const path = `${place.main}/specs/SPEC-3`;
    const { external } = expectOk(await alice.get(path)).body.spec;
    expect(external).toHaveLength(1);
    const before = await issues(bench, place);

    const moved = expectOk(await alice.post(`${path}/move`, { planId: place.subId })).body.spec;
    expect(moved.external).toEqual(external);
    expectOk(await alice.post(`${place.main}/push`));
    expect(await issues(bench, place)).toEqual({ ...before, Search: { parent: "Shop", needs: ["Albums"] } });

    expectOk(await alice.post(`${place.sub}/move`, { parentPlanId: null }));
    expectOk(await alice.delete(place.main));
    const kept = expectOk(await alice.get(`${place.sub}/specs/${moved.shortId}`)).body.spec;
    expect(kept.external).toEqual(external);
    expectOk(await alice.patch(`${place.sub}/specs/${moved.shortId}`, { content: "again" }));
    const again = expectOk(await alice.post(`${place.sub}/push`)).body.push;
    // Its plan hung under the deleted one: that link can't be taken back, and only that is said.
    expect(again.caveats).toEqual([expect.stringMatching(/was deleted here; its issue and links stay/)]);
    expect(Object.keys(await issues(bench, place)).sort()).toEqual(Object.keys(before).sort());
  });
});
