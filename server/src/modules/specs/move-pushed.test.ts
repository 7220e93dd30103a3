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
    expect(again.caveats).toEqual([]);
    const after = await issues(bench, place);
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    // The links to the deleted items were removed: the parent from its plan, and the two needs.
    expect(after).toMatchObject({ Shop: { parent: null, needs: [] }, Search: { parent: "Shop", needs: [] } });
  });
});
