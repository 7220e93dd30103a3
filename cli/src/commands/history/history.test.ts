import { describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { startCommand } from "../../testing.ts";
import { setUpTerminal } from "../terminal.test-support.ts";

describe.each(databases)("$database: what happened, in the terminal", ({ create }) => {
  const terminal = setUpTerminal(create);
  const { shown, json, run, file, world } = terminal;

  it("`versions` lists and prints versions, `diff` compares them, `restore` brings one back", async () => {
    await shown("plan", "create", "Launch");
    await shown("spec", "create", "PLAN-1", "Sign in", "--file", file("one.md", "People sign in.\n"));
    expect(await shown("diff", "PLAN-1/SPEC-1")).toMatch(/\+People sign in\.\n$/);
    await shown("spec", "edit", "PLAN-1/SPEC-1", "--file", file("two.md", "Members sign in.\n"));
    expect(await shown("versions", "PLAN-1/SPEC-1")).toMatch(/^VERSION .*\n2 .*alice .*\n1 .*alice .*\n$/);
    expect((await json("versions", "plan-1/spec-1")).versions).toHaveLength(2);
    expect(await shown("versions", "PLAN-1/SPEC-1", "1")).toBe("People sign in.\n");
    expect(await shown("diff", "PLAN-1/SPEC-1")).toBe(
      [
        "--- version 1: Sign in",
        "+++ version 2: Sign in",
        "@@ -1,1 +1,1 @@",
        "-People sign in.",
        "+Members sign in.",
        "",
      ].join("\n"),
    );
    expect(await shown("diff", "PLAN-1/SPEC-1", "1", "1")).toBe("The two versions have the same text.\n");
    expect((await json("diff", "PLAN-1/SPEC-1", "1")).to).toMatchObject({ seq: 2 });
    expect(await shown("restore", "PLAN-1/SPEC-1", "1")).toBe(
      "PLAN-1/SPEC-1 has the text of version 1 again.\n",
    );
    expect((await json("spec", "show", "PLAN-1/SPEC-1")).spec.content).toBe("People sign in.\n");
    expect((await run(["restore", "PLAN-1/SPEC-1", "9"])).code).toBe(3);
  });

  it("`audit` lists who did what, for owners", async () => {
    expect(await shown("audit", "--type", "plan.created")).toMatch(
      /^NUMBER .*\n\d+ +\S+ +alice +\S+ +plan\.created +PLAN-1\n$/,
    );
    expect((await json("audit", "--limit", "2", "--actor", world.alice.email)).entries).toHaveLength(2);
    expect((await run(["audit", "--type", "plan.creatd"])).stderr).toContain("Did you mean plan.created?");
    const bobs = { ...terminal.env, GROUNDPLAN_API_KEY: world.bob.key };
    expect((await run(["audit"], bobs)).code).toBe(5);
  });

  it("`events` prints what happened since a number", async () => {
    const lines = (await shown("events", "--since", "0", "--type", "spec.created", "--json"))
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: "spec.created", planShortId: "PLAN-1", specShortId: "SPEC-1" },
    ]);
    expect((await run(["events"])).code).toBe(2);
  });

  it("`events --follow --json` prints one event a line, after the last one again when the stream breaks off", async () => {
    const following = startCommand(["events", "--follow", "--json", "--type", "spec.updated"], terminal.env);
    try {
      const printed = () => following.printed().split("\n").slice(0, -1);
      let changes = 0;
      const changed = async () => {
        const spec = "/v1/projects/web/plans/PLAN-1/specs/SPEC-1";
        await world.alice.patch(spec, { title: `Change ${++changes}` });
        return printed().length;
      };
      await expect.poll(changed, { timeout: 10_000 }).toBeGreaterThan(0);
      world.app.server.closeAllConnections();
      const before = await changed();
      await expect.poll(() => printed().length, { timeout: 10_000 }).toBeGreaterThan(before);
      const numbers = printed().map((line) => JSON.parse(line).seq as number);
      expect(new Set(numbers).size).toBe(numbers.length);
    } finally {
      following.stop();
    }
    expect((await following.ended).code).toBe(130);
  });
});
