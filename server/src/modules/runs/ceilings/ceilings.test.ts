import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { type ModelProvider, startModelProvider } from "../../../../test/model-provider.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../../test/world.ts";
import { adminCreateKey, adminCreateUser } from "../../../admin/index.ts";
import { tokensOf } from "../../../tokens/tokens.ts";
import { newPlan } from "../../plans/scene.test-support.ts";
import { operatorModel, startRun, untilState } from "../scene.test-support.ts";

const provider: ModelProvider = await startModelProvider();
afterAll(() => provider.close());

const most = 60_000;

describe.each(databases)("$database", ({ create }) => {
  const env = { ...operatorModel(provider), GROUNDPLAN_MODEL_MONTHLY_TOKENS: String(most) };
  const world = setUpWorld(create, { env });
  const people: Person[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 5; n++) {
      const [email, workspace] = [`owner${n}@many.example`, `many-${n}`];
      const user = { email, name: `Owner ${n}`, workspace, role: "OWNER" as const };
      await adminCreateUser(world.env, { ...user, createWorkspace: true, platformAdmin: false });
      const { secret } = await adminCreateKey(world.env, { email, workspace, scope: "write", name: "test" });
      people.push(world.personOf({ userId: "", email, key: secret, name: "" }));
    }
    for (const person of people) await person.post("/v1/projects", { name: "Alpha" });
  });

  it.each([
    ["counts as we do", 1],
    ["counts 25 % more", 1.25],
  ])(
    "twenty runs in five workspaces stay below the operator's ceiling of a month, if the provider %s",
    async (_how, more) => {
      await withRows(world, (db) => db.deleteFrom("token_ceilings").execute());
      let told = 0;
      provider.script = async ({ text }) => {
        const input = Math.ceil((await tokensOf(text)) * more);
        const output = Math.ceil(200 * more);
        told += input + output;
        return { calls: [{ name: "search", input: { query: `word ${told}` } }], usage: { input, output } };
      };
      const runs = [];
      for (const person of people)
        for (let n = 0; n < 4; n++) {
          const plan = await newPlan(person, "/v1/projects/alpha");
          runs.push({ person, ...(await startRun(person, plan)) });
        }
      for (const { person, path } of runs) {
        const { run } = await untilState(person, path, "paused");
        expect(run.error).toMatchObject({ code: "ceiling", which: "operator" });
        await person.post(`${path}/stop`);
      }
      expect(told).toBeGreaterThan(most / 2);
      expect(told).toBeLessThanOrEqual(most);
    },
  );
});
