import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import { groundplan, type RunningService, startService } from "../../testing.ts";

describe.each(databases)("$database: `groundplan setup`", ({ create }) => {
  let database: TestDatabase;
  let service: RunningService;
  const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  const clone = join(folder, "web-shop");
  const config = join(folder, "config");
  beforeAll(async () => {
    mkdirSync(clone);
    database = await create("empty");
    service = await startService(database.env);
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  const env = (more: Record<string, string> = {}) =>
    Object.assign({ GROUNDPLAN_URL: service.url, XDG_CONFIG_HOME: config }, database.env, more);
  const run = (args: string[], at = clone, own: Record<string, string> = env()) =>
    groundplan(args, own, [], "pipe", at);

  it("makes the first account, its key, and the project of the folder, without asking", async () => {
    const first = await run([
      "setup",
      "--email",
      "ada@example.com",
      "--name",
      "Ada",
      "--workspace",
      "Acme Inc",
    ]);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toMatch(
      /^Made the first account, ada@example\.com, [^\n]*\n {2}http\S+\/reset\?token=\S+\n$/,
    );
    expect(first.stdout).toContain(`${service.url}, as ada@example.com, in the workspace Acme Inc\n`);
    expect(first.stdout).toContain("Project    web-shop, which is new\n");
    expect(JSON.parse(readFileSync(join(clone, ".groundplan.json"), "utf8"))).toEqual({
      url: service.url,
      project: "web-shop",
    });
    const elsewhere = env({ GROUNDPLAN_URL: "" });
    expect(await run(["plan", "create", "Launch"], clone, elsewhere)).toMatchObject({
      code: 0,
      stdout: "PLAN-1  Launch (Planning)\n",
    });
  });

  it("is all that `import auto` needs to bring in the plans of a repository", async () => {
    const specs = join(clone, ".kiro/specs/sign-in");
    mkdirSync(specs, { recursive: true });
    writeFileSync(
      join(specs, "requirements.md"),
      "# Requirements\n\n## Requirements\n\n### Requirement 1: Sign in\n\n#### Acceptance Criteria\n\n1. WHEN the password is wrong THEN the form SHALL say so\n",
    );
    const imported = await run(["import", "auto", "."]);
    expect(imported).toMatchObject({ code: 0 });
    expect((await run(["search", "password"])).stdout).toContain("Sign in");
  });

  it("changes nothing when it is run again, and knows a project by its folder's name", async () => {
    const again = await run(["setup"]);
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again.stdout).toContain("Project    web-shop\n");
    const other = join(folder, "other", "web-shop");
    mkdirSync(other, { recursive: true });
    const json = JSON.parse((await run(["setup", "--json"], other)).stdout);
    expect(json).toMatchObject({
      project: "web-shop",
      file: ".groundplan.json",
      user: { email: "ada@example.com" },
    });
    const inner = join(clone, "src");
    mkdirSync(inner);
    expect((await run(["setup", "--project", "other"], inner)).stdout).toContain(
      "Project    other, which is new\n",
    );
    expect(existsSync(join(inner, ".groundplan.json"))).toBe(false);
    expect(JSON.parse(readFileSync(join(clone, ".groundplan.json"), "utf8")).project).toBe("other");
  });

  it("keeps what else stands in the file", async () => {
    writeFileSync(join(clone, ".groundplan.json"), '{"note": "ours", "project": "web-shop"}');
    expect(await run(["setup", "--project", "other"])).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(join(clone, ".groundplan.json"), "utf8"))).toEqual({
      note: "ours",
      url: service.url,
      project: "other",
    });
  });

  it("says what to do without a login where there are accounts, and without a service", async () => {
    const unknown = await run(["setup"], clone, env({ XDG_CONFIG_HOME: join(folder, "none") }));
    expect(unknown).toMatchObject({ code: 4, stdout: "" });
    expect(unknown.stderr).toContain("`groundplan login`");
    const nowhere = await run(["setup"], folder, env({ GROUNDPLAN_URL: "http://127.0.0.1:9" }));
    expect(nowhere).toMatchObject({ code: 1, stdout: "" });
    expect(nowhere.stderr).toMatch(/^Nothing answers at .*`npm start`/);
  });

  it("`logout` revokes the key that it made", async () => {
    expect(await run(["logout"])).toMatchObject({ code: 0 });
    expect((await run(["whoami"])).code).toBe(4);
  });
});
