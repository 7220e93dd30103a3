import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { eventually } from "../../../../server/test/eventually.ts";
import { setUpWorld } from "../../../../server/test/world.ts";
import { groundplanHere, groundplanUntil, startCommand } from "../../testing.ts";

describe.each(databases)("$database: claims in the terminal", ({ create, database }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let env: Record<string, string>;
  let plan: { shortId: string; path: string };

  beforeAll(async () => {
    const url = await world.app.listen({ host: "127.0.0.1", port: 0 });
    env = { GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: world.bob.key };
  });
  beforeEach(async () => {
    const { shortId } = (await world.bob.post("/v1/projects/web/plans", { name: "Launch" })).body.plan;
    plan = { shortId, path: `/v1/projects/web/plans/${shortId}` };
    await world.bob.patch(plan.path, { status: "READY" });
    for (const title of ["Refunds", "Invoices"])
      await world.bob.post(`${plan.path}/specs`, { title, readiness: 4, effort: 2 });
  });

  const run = (...args: string[]) => groundplanHere(args, env);
  const shown = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  };
  const statusOf = async (spec: string) =>
    (await world.bob.get(`${plan.path}/specs/${spec}`)).body.spec.status;
  const claimIn = (printed: string) => /[0-9a-f-]{36}\.\d+/.exec(printed)?.[0] ?? "none";

  it("`claim` takes a chosen or a named spec and says how it ends; `work` ends, renews and asks", async () => {
    const first = await shown("claim", "--plan", plan.shortId, "--agent", "Coder 1", "--minutes", "5");
    expect(first).toMatch(`${plan.shortId}/SPEC-1 is claimed until `);
    expect(first).toContain(`groundplan work done ${claimIn(first)}`);
    expect(await shown("next")).toMatch(/SPEC-1 .* In progress, held by bob \(Coder 1\) /);
    expect(await shown("spec", "show", `${plan.shortId}/SPEC-1`)).toMatch(
      /In progress · held by bob \(Coder 1\) until 2/,
    );
    const second = await shown("claim", `${plan.shortId}/spec-2`.toLowerCase());
    expect(second).toMatch(`${plan.shortId}/SPEC-2 is claimed until `);
    expect((await run("claim", `${plan.shortId}/SPEC-2`)).code).toBe(6);
    await shown("work", "ask", claimIn(first), "Which", "one?", "--blocking", "--option", "This", "That");
    expect((await run("work", "done", claimIn(first))).code).toBe(6);
    expect(await shown("work", "renew", claimIn(first))).toMatch(/ {2}not answered yet\n/);
    const { questions } = (await world.carol.get("/v1/questions")).body;
    const asked = questions.at(-1);
    await world.carol.post(`/v1/documents/${asked.documentId}/threads/${asked.id}/answer`, { option: 1 });
    expect(await shown("work", "renew", claimIn(first))).toMatch(/is claimed until .*\n.* {2}That\n/);
    expect(await shown("work", "done", claimIn(first), "--note", "Built")).toMatch("SPEC-1 is done.");
    expect(await shown("work", "release", claimIn(second))).toMatch("SPEC-2 was released.");
    expect([await statusOf("SPEC-1"), await statusOf("SPEC-2")]).toEqual(["DONE", "TODO"]);
    expect((await run("work", "done", "nonsense")).code).toBe(2);
  });

  it("`claim` chooses in the project of the environment or the folder, and takes no odd handle for a command", async () => {
    await world.bob.post("/v1/projects", { name: "Other", slug: "other" });
    const inOther = (...args: string[]) =>
      groundplanHere(["claim", ...args], Object.assign({}, env, { GROUNDPLAN_PROJECT: "other" }));
    expect((await inOther()).code).toBe(6);
    for (const word of [`${plan.shortId}/SPEC-1x`, plan.shortId, "SPEC-1", "12"]) {
      const refused = await inOther("--all", word);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`${word} is no spec.`)]);
    }
    expect([await statusOf("SPEC-1"), await statusOf("SPEC-2")]).toEqual(["TODO", "TODO"]);
    const claimed = await inOther("--all", "--plan", plan.shortId);
    expect(claimed.stdout).toMatch(`${plan.shortId}/SPEC-1 is claimed until `);
    await world.bob.delete("/v1/projects/other");
  });

  it("`evidence add` proves a criterion, and says which are open", async () => {
    const content = "## Acceptance criteria\n\n1. AC-1: It works.\n2. AC-2: It stays.";
    await world.bob.patch(`${plan.path}/specs/SPEC-1`, { content });
    const add = (...words: string[]) => run("evidence", "add", `${plan.shortId}/SPEC-1`, ...words);
    expect((await add("AC-1", "--run", "https://ci.example/1", "--checks", "4")).stdout).toBe(
      "Still open: AC-2.\n",
    );
    expect((await add("2", "--commit", "0c5d6e7")).stdout).toBe("Every criterion of the spec is proven.\n");
    expect((await add("AC-1", "--run", "https://ci.example/1")).stderr).toContain("proves nothing");
    expect((await add("AC-1")).code).toBe(2);
    const { code, stderr } = await add("AC-9", "--review", "by eye");
    expect([code, stderr]).toEqual([1, expect.stringContaining("AC-1, AC-2")]);
  });

  it("says what evidence is missing, and that a completed spec awaits a review", async () => {
    await world.alice.patch("/v1/projects/web", { evidence: "required", reviewer: "person" });
    const spec = `${plan.shortId}/SPEC-1`;
    await world.bob.patch(`${plan.path}/specs/SPEC-1`, {
      content: "## Acceptance criteria\n\n1. AC-1: It works.",
    });
    const handle = claimIn(await shown("claim", spec));
    const refused = await run("work", "done", handle);
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining("AC-1")]);
    await shown("evidence", "add", spec, "AC-1", "--commit", "0c5d6e7");
    expect(await shown("work", "done", handle)).toMatch(`${spec} awaits a review`);
    const listed = (...words: string[]) => shown("next", "--plan", plan.shortId, ...words);
    expect(await listed("--awaits-review")).toContain("Refunds");
    expect(await listed()).not.toContain("Refunds");
    expect(await shown("spec", "show", spec)).toContain("In progress · awaits a review");
    expect((await run("claim", spec)).stderr).toContain("awaits a review");
    await world.alice.patch("/v1/projects/web", { evidence: null, reviewer: null });
  });

  /** A script that writes what it was given, and ends as told. */
  function script(text: string): { words: string[]; given: () => string[] } {
    const folder = mkdtempSync(join(tmpdir(), "groundplan-claim-"));
    const file = join(folder, "work.mjs");
    const out = join(folder, "given");
    writeFileSync(
      file,
      `import { writeFileSync } from "node:fs";
       writeFileSync(${JSON.stringify(out)}, [process.env.GROUNDPLAN_CLAIM, process.env.GROUNDPLAN_SPEC].join(" "));
       ${text}`,
    );
    return { words: [process.execPath, file], given: () => readFileSync(out, "utf8").split(" ") };
  }

  it("runs a command under the claim, whose exit code is ours; a failure releases, a success keeps or completes", async () => {
    const failing = script("process.exit(7);");
    const failed = await run("claim", "--plan", plan.shortId, "--", ...failing.words);
    expect([failed.code, failed.stderr]).toEqual([7, expect.stringContaining("SPEC-1 was released.")]);
    expect(failing.given()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.1$/), `${plan.shortId}/SPEC-1`]);
    expect(await statusOf("SPEC-1")).toBe("TODO");
    const kept = await shown("claim", `${plan.shortId}/SPEC-1`, "--", ...script("").words);
    expect(kept).toContain("SPEC-1 is still claimed.");
    expect(await statusOf("SPEC-1")).toBe("IN_PROGRESS");
    const done = await shown("claim", "--done", "--plan", plan.shortId, "--", ...script("").words);
    expect(done).toContain("SPEC-2 is done.");
    expect(await statusOf("SPEC-2")).toBe("DONE");
  });

  it("gives the command the brief in a file, which is removed afterwards", async () => {
    const copied = join(mkdtempSync(join(tmpdir(), "groundplan-claim-")), "brief");
    const copy = `import { copyFileSync } from "node:fs";
      copyFileSync(process.env.GROUNDPLAN_BRIEF, ${JSON.stringify(copied)});
      writeFileSync(${JSON.stringify(`${copied}-path`)}, process.env.GROUNDPLAN_BRIEF);`;
    await shown("claim", `${plan.shortId}/SPEC-1`, "--", ...script(copy).words);
    expect(readFileSync(copied, "utf8")).toContain(`id="${plan.shortId}/SPEC-1" title="Refunds"`);
    expect(existsSync(readFileSync(`${copied}-path`, "utf8"))).toBe(false);
    const { claim, brief } = JSON.parse(await shown("claim", `${plan.shortId}/SPEC-2`, "--json"));
    expect([claim.specShortId, brief.budget]).toEqual(["SPEC-2", 4000]);
  });

  const waiting = 'process.stderr.write("started"); setInterval(() => {}, 1000);';

  it("releases the claim on Ctrl-C, and stops the command", async () => {
    const words = script(waiting).words;
    const ended = await groundplanUntil("started", ["claim", "--plan", plan.shortId, "--", ...words], env);
    expect([ended.code, ended.stderr]).toEqual([130, expect.stringContaining("SPEC-1 was released.")]);
    expect(await statusOf("SPEC-1")).toBe("TODO");
  });

  it.runIf(database === "SQLite")(
    "stops the command when a renewal finds the claim lost",
    async () => {
      const words = script(waiting).words;
      const running = startCommand(["claim", "--minutes", "1", "--plan", plan.shortId, "--", ...words], env);
      const claim = await eventually(
        async () =>
          (await world.bob.get(`/v1/claims?planShortId=${plan.shortId}`)).body.claims[0] ?? expect.fail(),
      );
      await world.alice.post(`/v1/claims/${claim.id}/release`);
      const { code, stderr } = await running.ended;
      expect([code, stderr]).toEqual([5, expect.stringContaining("SPEC-1 was lost")]);
    },
    60_000,
  );
});
