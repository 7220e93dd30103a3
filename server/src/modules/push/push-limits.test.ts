import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../test/push/patient.ts";
import { type Bench, databases, expectOk, freshPlan, issues, openBench, whole, writes } from "./testing.ts";

describe.each(databases)("on $database, a link that the tracker can't take", ({ create }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(create, { env: patient, limits: { children: 2, dependencies: 0 } });
  });
  afterAll(() => bench.close());

  it("is reported, and not tried again until it changes", async () => {
    const { alice } = bench;
    const sandbox = await freshPlan(bench);
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({
      status: "pushed",
      pushedItemCount: 6,
      dependencyCount: 0,
      planEdgeCount: 0,
    });
    expect(body.push.caveats).toEqual([
      expect.stringMatching(/SPEC-3: .*100 sub-issues/),
      expect.stringMatching(/SPEC-3: .*50 per issue/),
      expect.stringMatching(/50 per issue/),
    ]);
    expect(await issues(bench, sandbox)).toEqual({
      ...whole,
      Shop: { parent: "Launch", needs: [] },
      Search: { parent: null, needs: [] },
    });
    bench.github.log.length = 0;
    expect((await alice.post(`${sandbox.main}/push`)).body.push.status).toBe("unchanged");
    expect(writes(bench)).toEqual([]);

    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-3`, { parentSpecId: "SPEC-1" }));
    expectOk(await alice.post(`${sandbox.main}/push`));
    expect((await issues(bench, sandbox)).Search).toEqual({ parent: "Albums", needs: [] });
  });
});
