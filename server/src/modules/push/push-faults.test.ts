import { faults } from "@groundplan/tracker-stand-ins/github";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, databases, expectOk, freshPlan, openBench, whatGitHubHas, whole } from "./testing.ts";

const broken = {
  "is cut off before it arrives": faults.cut,
  "is carried out, but its answer is lost": faults.loseReply,
  "is carried out, but half of its answer is lost": faults.truncate,
  "is carried out, but answered by 502": faults.serverError(502, "after"),
  "is answered by 500": faults.serverError(500, "before"),
  "meets a limit that names its seconds": faults.secondaryLimit(403, 0),
};

describe.each(databases)("on $database, when one call after another of a push", ({ create }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(create);
  });
  afterAll(() => bench.close());

  // Each database gets other calls, since faults depend on the call, not the database.
  const turn = create === databases[0]?.create ? 0 : 1;
  const ways = Object.entries(broken).map(([how, fault], row) => [how, fault, row] as const);
  it.each(ways)("%s, each issue exists exactly once", async (how, fault, row) => {
    const { alice, github } = bench;
    // The push waits at least a second per limit.
    const every = how.includes("limit") ? 8 : process.env.LONG ? 2 : 4;
    const sandbox = await freshPlan(bench);
    let calls = 0;
    const end = github.onRequest(({ method }) =>
      method !== "GET" && calls++ % every === (turn * (every / 2) + row) % every ? fault : undefined,
    );
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    end();
    expect(body.push).toMatchObject({
      status: "pushed",
      pushedItemCount: 6,
      dependencyCount: 1,
      caveats: [],
    });
    expect(calls).toBeGreaterThan(13);
    expect(await whatGitHubHas(bench, sandbox)).toEqual({ issues: whole, ledger: "knows each once" });
    expect((await alice.post(`${sandbox.main}/push`)).body.push.status).toBe("unchanged");
  });
});
