import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, databases, expectOk, freshPlan, issues, openBench } from "../../push/testing.ts";

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
    expect(after).toMatchObject({ Shop: { parent: null, needs: [] }, Search: { parent: "Shop", needs: [] } });
  });

  it("keeps the issues of a plan that moves to another project with the same destination", async () => {
    const { alice } = bench;
    const place = await freshPlan(bench);
    const pushed = expectOk(await alice.post(`${place.main}/push`)).body.push;
    const before = await issues(bench, place);
    const { external } = expectOk(await alice.get(`${place.main}/specs/SPEC-1`)).body.spec;
    const slug = `${place.project.split("/").at(-1)}-other`;
    expectOk(await alice.post("/v1/projects", { name: slug, slug }));
    const target = { provider: "tracker_c", target: { repository: place.repository } };
    expectOk(await alice.put(`/v1/projects/${slug}/tracker`, target));

    expectOk(await alice.post(`${place.main}/move`, { projectSlug: slug }));
    const moved = place.main.replace(place.project, `/v1/projects/${slug}`);
    expect(expectOk(await alice.get(`${moved}/specs/SPEC-1`)).body.spec.external).toEqual(external);
    expect(expectOk(await alice.get(`${moved}/push-status`)).body.pushStatus).toMatchObject([
      { neverPushed: false, changedCount: 0, pushedCount: 6 },
    ]);
    const { pushes } = expectOk(await alice.get(`${moved}/pushes`)).body;
    expect(pushes).toMatchObject([{ pushId: pushed.pushId }]);
    expectOk(await alice.patch(`${moved}/specs/SPEC-3`, { title: "Find" }));
    expectOk(await alice.post(`${moved}/push`));
    const { Search, ...others } = before;
    expect(await issues(bench, place)).toEqual({ ...others, Find: Search });
  });
});
