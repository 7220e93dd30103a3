import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { setUpWorld } from "../../../../server/test/world.ts";
import { groundplanHere } from "../../testing.ts";

describe.each(databases)("$database: questions in the terminal", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let env: Record<string, string>;
  let threads: string;

  beforeAll(async () => {
    const url = await world.app.listen({ host: "127.0.0.1", port: 0 });
    env = { GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: world.alice.key };
    const plans = "/v1/projects/web/plans";
    await world.bob.post(plans, { name: "Launch" });
    const { spec } = (await world.bob.post(`${plans}/PLAN-1/specs`, { title: "Refunds" })).body;
    threads = `/v1/documents/${spec.id}/threads`;
  });

  const ask = async (body: string, more: object = {}): Promise<string> =>
    (await world.bob.post(threads, { body, kind: "question", ...more })).body.thread.id;
  const run = async (...args: string[]) => groundplanHere(args, env);
  const shown = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  };

  it("`questions` lists what is open, `answer` answers by an option or in words", async () => {
    expect(await shown("questions")).toMatch(/^No question is open\./);
    const first = await ask("Which\u001b[2J currency?\nPlease say.", {
      blocking: true,
      options: ["Euro", "Dollar"],
    });
    const second = await ask("Since when?");
    const list = await shown("questions");
    expect(list.split("\n")).toEqual([
      "PLAN-1/SPEC-1  Which currency? Please say.",
      `  ${first}  asked by bob, test · blocking`,
      "  0  Euro",
      "  1  Dollar",
      "PLAN-1/SPEC-1  Since when?",
      `  ${second}  asked by bob, test`,
      "",
      expect.stringContaining("groundplan answer ID"),
      "",
    ]);
    expect(await shown("answer", first, "--option", "1")).toBe("The question is answered.\n");
    const { thread } = JSON.parse(await shown("answer", second, "Since", "May.", "--json"));
    expect(thread.comments.at(-1).body).toBe("Since May.");
    expect(await shown("questions", "--state", "all")).toContain("  1  Dollar  (chosen)\n");
    const { questions } = JSON.parse(await shown("questions", "--state", "resolved", "--json"));
    expect(questions.map(({ id }: { id: string }) => id)).toEqual([first, second]);
  });

  it("an answer without words, to no open question, or by who asked has its own exit code", async () => {
    const id = await ask("Why?");
    const code = async (...args: string[]) => (await run("answer", ...args)).code;
    expect(await code(id)).toBe(2);
    expect(await code(id, "--option", "x")).toBe(2);
    expect(await code("019ac9e5-6d21-7b3c-8f40-1a2b3c4d5e05", "Yes")).toBe(3);
    env.GROUNDPLAN_API_KEY = world.bob.key;
    expect(await code(id, "Yes")).toBe(5);
    env.GROUNDPLAN_API_KEY = world.alice.key;
    expect(await code(id, "Yes")).toBe(0);
    expect(await code(id, "Yes")).toBe(3);
  });
});
