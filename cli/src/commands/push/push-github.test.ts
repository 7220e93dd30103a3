import {
  connectConnector,
  createPlan,
  createProject,
  createSpecBatch,
  setProjectTracker,
  updateSpec,
} from "@groundplan/contract";
import { type GitHubStandIn, startGitHub } from "@groundplan/tracker-stand-ins/github";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../../../client/src/index.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import {
  groundplan,
  groundplanHere,
  groundplanJson,
  type RunningService,
  signUp,
  startService,
} from "../../testing.ts";

const params = { projectSlug: "web", planShortId: "PLAN-1" };

describe.each(databases)("$database: `groundplan push` to GitHub", ({ create }) => {
  let database: TestDatabase;
  let github: GitHubStandIn;
  let service: RunningService;
  let env: Record<string, string>;
  let client: Client;

  beforeAll(async () => {
    database = await create("empty");
    github = await startGitHub();
    service = await startService({ ...database.env, GROUNDPLAN_GITHUB_API_URL: github.url });
    env = await signUp(service, database.env);
    client = createClient({ url: service.url, apiKey: env.GROUNDPLAN_API_KEY });
    await client.call(createProject, { body: { name: "Web" } });
    await client.call(createPlan, { params: { projectSlug: "web" }, body: { name: "Launch" } });
    const specs = [
      { ref: "cart", title: "Cart", readiness: 2 },
      { title: "Paying", needsFirst: ["cart"], readiness: 5 },
    ];
    await client.call(createSpecBatch, { params, body: { specs } });
  });
  afterAll(async () => {
    await service.stop();
    await github.close();
    await database.drop();
  });

  it("says what to do if no tracker is connected", async () => {
    const { code, stdout, stderr } = await groundplanHere(["push", "PLAN-1"], env);
    expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
    expect(stderr).toMatch(/\((no_target|not_connected), request [\w-]+\)\n$/);
  });

  it("writes nothing with --dry-run", async () => {
    await client.call(connectConnector, {
      params: { connectorId: "github" },
      body: { apiKey: github.token },
    });
    const target = { repository: github.repository };
    await client.call(setProjectTracker, {
      params: { projectSlug: "web" },
      body: { provider: "tracker_c", target },
    });
    const { push } = await groundplanJson(["push", "PLAN-1", "--dry-run"], env, groundplanHere);
    expect(push).toMatchObject({ status: "dry_run", pushId: null });
    expect(await github.dump()).toEqual([]);
  });

  it("creates the plan's issues, then changes nothing, then only edited items", async () => {
    const first = await groundplan(["push", "PLAN-1", "--provider", "github"], env);
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/^PLAN-1 "Launch" to acme\/web: pushed\. /);
    expect(first.stdout).toContain("Below Ready:\n  PLAN-1 SPEC-1 Cart (Rough)");
    expect(first.stderr).toMatch(/PLAN-1: pushed, (\d+) of \1 done\n$/);
    const issues = await github.dump();
    expect(issues).toHaveLength(3);
    for (const { number } of issues) expect(first.stdout).toContain(`/acme/web/issues/${number}\n`);
    expect(issues.find(({ title }) => title.includes("Paying"))?.blockedBy).toEqual([
      issues.find(({ title }) => title.includes("Cart"))?.id,
    ]);

    const second = await groundplanJson(["push", "PLAN-1", "--project", "web"], env, groundplanHere);
    expect(second.push).toMatchObject({ status: "unchanged", pushedItemCount: 0 });
    expect(await github.dump()).toEqual(issues);

    await client.call(updateSpec, {
      params: { ...params, specShortId: "SPEC-2" },
      body: { title: "Paying now" },
    });
    const third = await groundplanJson(["push", "PLAN-1"], env, groundplanHere);
    expect(third.push).toMatchObject({ status: "pushed", pushedItemCount: 1 });
    const after = await github.dump();
    const changed = after.filter((issue, n) => JSON.stringify(issue) !== JSON.stringify(issues[n]));
    expect(changed.map(({ title }) => title)).toEqual([expect.stringContaining("Paying now")]);
    expect(github.violations).toEqual([]);
  });

  it("ends with 1 and the failure if the tracker refuses", async () => {
    const [repository] = github.repositories;
    if (repository) repository.archived = true;
    await client.call(updateSpec, { params: { ...params, specShortId: "SPEC-1" }, body: { title: "Carts" } });
    const { code, stdout, stderr } = await groundplan(["push", "PLAN-1"], env);
    if (repository) repository.archived = false;
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("SPEC-1");
    expect(stdout).toMatch(/^PLAN-1 "Launch" to acme\/web: (failed|partial)\. /);
  });
});
