import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { startModelProvider } from "../../../../test/model-provider.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";
import { modelBody, startRun, untilState } from "../scene.test-support.ts";
import { call, inTurn } from "../scripts.test-support.ts";

const provider = await startModelProvider();
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = inTurn([call("finish", { done: "Done." })]);
});
afterAll(() => provider.close());

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });
  const project = "/v1/projects/alpha";

  it("an opening says how many specs and skills it leaves out, and a skill past 200 is found by its name", async () => {
    const { alice } = world;
    await alice.post("/v1/models", modelBody(provider));
    const plan = await newPlan(alice, project);
    for (let n = 0; n < 203; n++) await newSpec(alice, plan, { title: `Spec ${n}` });
    for (let n = 0; n < 205; n++) {
      const markdown = `---\nname: skill-${n}\ndescription: Says how it is done.\n---\n\nDo it.\n`;
      expect(outcome(await alice.put(`${project}/skills/skill-${n}`, { markdown }))).toMatch(/^20[01]$/);
    }
    const { run, path } = await startRun(alice, plan);
    expect(run.skills).toHaveLength(200);
    await untilState(alice, path, "done");
    const told = provider.requests[0]?.text ?? "";
    expect(told).toContain("… and 3 more; find them with search.");
    expect(told).toMatch(/… and \d+ more, which can't be opened here\./);
    const other = await startRun(alice, plan, { skills: ["skill-204"] });
    expect(other.run.skills).toEqual(["skill-204"]);
    await untilState(alice, other.path, "done");
    const named = provider.requests[1]?.text ?? "";
    expect(named).toContain("- skill-204: Says how it is done.");
    expect(named).not.toContain("which can't be opened here");
  });
});
