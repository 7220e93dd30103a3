import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { type ModelProvider, startModelProvider } from "../../../../server/test/model-provider.ts";
import { setUpWorld } from "../../../../server/test/world.ts";
import { groundplanHere, startCommand } from "../../testing.ts";

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
afterAll(() => provider.close());

describe.each(databases)("$database: the planning agent in the terminal", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Web" });
  let env: Record<string, string>;

  beforeAll(async () => {
    const url = await world.app.listen({ host: "127.0.0.1", port: 0 });
    env = { GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: world.alice.key };
    await world.alice.post("/v1/projects/web/plans", { name: "Launch" });
  });

  it("without a model, `draft` says what is missing", async () => {
    const { code, stderr } = await groundplanHere(["draft", "PLAN-1", "Plan", "it"], env);
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining("no model") });
  });

  it("`draft` follows a run to its end, and prints what the agent says and what it took", async () => {
    await world.alice.post("/v1/models", {
      name: "Scripted",
      kind: "openai-compatible",
      baseUrl: provider.url,
      model: "scripted",
      contextTokens: 100_000,
      maxOutput: 1000,
      scope: "person",
    });
    provider.script = () => ({ calls: [{ name: "finish", input: { done: "Nothing\u001b[2J to do." } }] });
    const { code, stdout, stderr } = await groundplanHere(["draft", "PLAN-1", "Plan", "it"], env);
    expect(code).toBe(0);
    expect(stderr).toContain("It may read no sources.");
    expect(stdout).toBe("Finished\n  Nothing to do.\n\ndone: 12 tokens in, 3 out\n");
    const json = await groundplanHere(["draft", "PLAN-1", "Plan", "it", "--json"], env);
    expect(JSON.parse(json.stdout)).toMatchObject({ run: { state: "done", prompt: "Plan it" } });
  });

  it("`draft` says what the run may read, which `--source` chooses by id or title", async () => {
    const add = async (path: string, title: string) =>
      (await world.alice.post(path, { title, text: "Words." })).body.source.id;
    await add("/v1/projects/web/plans/PLAN-1/context", "interview.md");
    const id = await add("/v1/context", "salaries.md");
    const all = await groundplanHere(["draft", "PLAN-1", "Plan", "it"], env);
    expect(all.stderr).toMatch(
      /It may read: (interview\.md, salaries\.md \(workspace\)|salaries\.md \(workspace\), interview\.md)\n/,
    );
    for (const [source, name] of [
      ["interview.md", "interview.md"],
      [id, "salaries.md (workspace)"],
    ]) {
      const chosen = await groundplanHere(["draft", "PLAN-1", "Plan it", "--source", source], env);
      expect(chosen.stderr).toContain(`It may read: ${name}\n`);
    }
    const unknown = await groundplanHere(["draft", "PLAN-1", "Plan it", "--source", "none.md"], env);
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no context source “none.md”"),
    });
  });

  it("Ctrl-C stops the run in the service", async () => {
    const asked = Promise.withResolvers<void>();
    provider.script = () => {
      asked.resolve();
      return { text: "word ".repeat(3000), wordMs: 20 };
    };
    const { ended, stop } = startCommand(["draft", "PLAN-1", "Plan", "slowly"], env);
    await asked.promise;
    const { id } = (await world.alice.get("/v1/projects/web/plans/PLAN-1/runs")).body.runs[0];
    const second = await groundplanHere(["draft", "PLAN-1", "Plan", "more"], env);
    expect(second.stderr).toContain(
      `Your run “Plan slowly” works on this plan. Wait until it ends, or stop it at ${env.GROUNDPLAN_URL}/projects/web/plans/PLAN-1/runs/${id}`,
    );
    stop();
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: expect.stringContaining("The run is stopped. It proposed nothing."),
    });
    const { runs } = (await world.alice.get("/v1/projects/web/plans/PLAN-1/runs")).body;
    expect(runs[0]).toMatchObject({ prompt: "Plan slowly", state: "stopped" });
  });
});
