import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createProject,
  getPlan,
  getSpec,
  listPlanContext,
  listPlans,
  listProjectContext,
  listSpecs,
} from "@groundplan/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../../../client/src/index.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import {
  groundplan,
  groundplanHere,
  groundplanJson,
  type RunningService,
  refusal,
  signUp,
  startFake,
  startService,
} from "../../testing.ts";
import { writeIn } from "./scene.test-support.ts";

const samples = join(import.meta.dirname, "../../../../shared/samples/kiro-cc-sdd/.kiro/specs");
const areThere = existsSync(samples);

let folders: string;
beforeAll(() => {
  folders = mkdtempSync(join(tmpdir(), "kiro-"));
});
afterAll(() => rmSync(folders, { recursive: true }));

/**
 * Writes a new Kiro folder with `count` requirements of two criteria each, and a line that is no criterion.
 */
function writeRequirements(count: number, after = ""): string {
  const folder = mkdtempSync(join(folders, "shop-"));
  const requirements = Array.from(
    { length: count },
    (_, n) =>
      `### Requirement ${n + 1}: Part ${n + 1}\n\n#### Acceptance Criteria\n1. WHEN a THEN b\n2. IF c THEN d\n`,
  );
  writeFileSync(
    join(folder, "requirements.md"),
    `# Shop\n\n## Requirements\n\n${requirements.join("\n")}\n${after}`,
  );
  return folder;
}

describe("with a running service", () => {
  let database: TestDatabase;
  let service: RunningService;
  let env: Record<string, string>;
  let client: Client;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("no SQLite");
    database = await sqlite.create("empty");
    service = await startService(database.env);
    env = await signUp(service, database.env);
    client = createClient({ url: service.url, apiKey: env.GROUNDPLAN_API_KEY });
    await client.call(createProject, { body: { name: "Web" } });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  const importKiro = (from: string, ...more: string[]) => [
    "import",
    "kiro",
    from,
    "--project",
    "web",
    ...more,
  ];

  async function readBack(planShortId: string) {
    const params = { projectSlug: "web", planShortId };
    const { plan } = await client.call(getPlan, { params });
    const specs = await Array.fromAsync(client.pages(listSpecs, { params }, "specs"));
    const criteria: string[][] = [];
    for (const { shortId } of specs) {
      const { spec } = await client.call(getSpec, { params: { ...params, specShortId: shortId } });
      criteria.push(spec.acceptanceCriteria.map(({ text }) => text));
    }
    return { plan, specs, criteria };
  }

  it.skipIf(!areThere).each(areThere ? readdirSync(samples) : [""])(
    "creates from the sample %s a spec for each requirement, with the criteria of the source in order (skipped if ../shared is absent)",
    async (name) => {
      const source = readFileSync(join(samples, name, "requirements.md"), "utf8");
      const counted = source
        .split(/^### /mu)
        .slice(1)
        .map((part) => part.split("\n").filter((line) => /^\d+\. /u.test(line)));
      const made = await groundplanJson(importKiro(join(samples, name)), env);
      const { plan, specs, criteria } = await readBack(made.plan.shortId);
      expect(criteria.map((texts) => texts.map((text, n) => `${n + 1}. ${text}`))).toEqual(counted);
      expect(made).toMatchObject({ specs: counted.length, criteria: counted.flat().length });
      expect(made.plan).toEqual({
        id: plan.id,
        shortId: plan.shortId,
        name: plan.name,
        url: `${service.url}/v1/projects/web/plans/${plan.shortId}`,
      });
      expect(plan.specCount).toBe(counted.length);
      for (const { title } of specs) expect(source).toContain(title);
      const files = readdirSync(join(samples, name));
      const kept = files.filter((file) => /^(design|research)\.md$/.test(file)).sort();
      const { sources } = await client.call(listPlanContext, {
        params: { projectSlug: "web", planShortId: made.plan.shortId },
      });
      expect(sources.map(({ id, title, kind }) => [id, title, `${kind}.md`])).toEqual(
        made.sources.map(({ sourceId, title }: { sourceId: string; title: string }, at: number) => [
          ...[sourceId, title, kept[at]],
        ]),
      );
      const others = files.filter((file) => !/^(requirements|tasks|design|research)/.test(file));
      const told = made.notUnderstood.map(({ file }: { file: string }) => file);
      expect(told.filter((file: string) => file !== "tasks.md")).toEqual(others.sort());
    },
  );

  it("makes the project's context sources of steering files, and no plan, in a repository without specs", async () => {
    const folder = mkdtempSync(join(folders, "steered-"));
    writeIn(folder, ".kiro/steering/tech.md", "# Tech\n\nWe use TypeScript.\n");
    writeIn(folder, ".kiro/hooks/build.kiro.hook", "{}");
    await client.call(createProject, { body: { name: "Steered" } });
    const from = ["import", "auto", folder, "--project", "steered"];
    const told = await groundplan(from, env);
    expect(told.code).toBe(0);
    expect(told.stdout).toContain("Tech");
    expect(told.stdout).toContain("hooks");
    const again = await groundplanJson(from, env);
    expect(again.formats).toMatchObject([{ projectSources: [{ title: "Tech", outcome: "unchanged" }] }]);
    const params = { projectSlug: "steered" };
    expect((await client.call(listPlans, { params })).plans).toEqual([]);
    const { sources } = await client.call(listProjectContext, { params });
    expect(sources).toMatchObject([{ title: "Tech", folderPath: "steering" }]);
  });

  it("prints the handle, the address, the figures and the lines that were not understood", async () => {
    const folder = writeRequirements(2, "- a \u001b[31mbullet\u0007\n");
    writeFileSync(join(folder, "notes.txt"), "");
    const { code, stdout, stderr } = await groundplan(importKiro(folder), env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Made PLAN-\d+ "Shop" with 2 specs and 4 acceptance criteria:\n/);
    expect(stdout).toMatch(new RegExp(`\n {2}${service.url}/projects/web/plans/PLAN-\\d+\n`));
    expect(stdout).toMatch(/\n {2}requirements\.md:\d+ - a bullet — [^\n]+\n/);
    expect(stdout).toMatch(/\n {2}notes\.txt:1 +— not imported[^\n]*\n/);
  });

  it("imports 501 requirements in their order", async () => {
    const made = await groundplanJson(importKiro(writeRequirements(501)), env);
    expect(made).toMatchObject({ specs: 501, criteria: 1002 });
    const params = { projectSlug: "web", planShortId: made.plan.shortId };
    const specs = await Array.fromAsync(client.pages(listSpecs, { params }, "specs"));
    expect(specs.map(({ title }) => title)).toEqual(Array.from({ length: 501 }, (_, n) => `Part ${n + 1}`));
  });

  it("imports 3,000 requirements within a rate limit of ten requests a minute", async () => {
    const strict = await startService({ ...database.env, GROUNDPLAN_RATE_LIMIT: "10" });
    const made = await groundplan(importKiro(writeRequirements(3000), "--json"), {
      ...env,
      GROUNDPLAN_URL: strict.url,
    });
    await strict.stop();
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(made.stdout)).toMatchObject({ specs: 3000, criteria: 6000 });
  });

  it("creates nothing with --dry-run and needs no service for it", async () => {
    const before = await client.call(listPlans, { params: { projectSlug: "web" } });
    const folder = writeRequirements(3);
    const planned = await groundplanJson(importKiro(folder, "--dry-run"), env);
    expect(planned).toEqual({
      dryRun: true,
      plan: { name: "Shop" },
      outcome: "created",
      specs: 3,
      criteria: 6,
      plans: [],
      sources: [],
      projectSources: [],
      created: 3,
      updated: 0,
      unchanged: 0,
      conflicts: [],
      left: [],
      notUnderstood: [],
    });
    const { code, stdout } = await groundplan(importKiro(folder, "--dry-run"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Would make the plan "Shop" in web, with 3 specs:\n/);
    expect(stdout).toContain("Part 3\n");
    expect(await client.call(listPlans, { params: { projectSlug: "web" } })).toEqual(before);
  });

  it("says so if the project does not exist", async () => {
    const { code, stdout, stderr } = await groundplanHere(
      ["import", "kiro", writeRequirements(1), "--project", "nowhere"],
      env,
    );
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(/\(not_found, request [\w-]+\)\n$/);
  });
});

describe("a folder that can't be read ends with one sentence", () => {
  const env = { GROUNDPLAN_URL: "http://127.0.0.1:9", GROUNDPLAN_API_KEY: "psk_test" };
  it.each([
    ["is not there", "nowhere", "does not exist"],
    ["is a file", "file", "is not a folder"],
    ["has no requirements.md", ".", "has no requirements.md"],
  ])("%s", async (_what, name, sentence) => {
    const own = mkdtempSync(join(folders, "none-"));
    writeFileSync(join(own, "file"), "");
    const { code, stdout, stderr } = await groundplanHere(
      ["import", "kiro", join(own, name), "--project", "web"],
      env,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("a readable folder ends the same way if no service answers", async () => {
    const { code, stdout, stderr } = await groundplanHere(
      ["import", "kiro", writeRequirements(1), "--project", "web"],
      env,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1:9\. [^\n]+\n$/);
  });
});

const made = {
  planId: "p",
  planShortId: "PLAN-7",
  name: "Shop",
  outcome: "created",
  changed: [],
  conflicts: [],
  created: 1,
  updated: 0,
  unchanged: 0,
  specs: [],
  sources: [],
};

it("prints how long the service asks it to wait, and continues afterwards", async () => {
  let left = 2;
  const fake = await startFake((_method, path, body) => {
    if (left-- > 0)
      return { ...refusal(left ? 429 : 503, "rate_limited", "No."), headers: { "retry-after": "1" } };
    if (path.endsWith("/tree")) return { status: 200, body: { plan: { shortId: "PLAN-7" }, children: [] } };
    if (path.endsWith("/files")) return { status: 201, body: { files: [] } };
    const { plans } = body as { plans: { externalRef: string }[] };
    return {
      status: 200,
      body: {
        import: { dryRun: false, plans: plans.map((plan) => ({ ...plan, ...made })), sources: [] },
      },
    };
  });
  const { code, stdout, stderr } = await groundplan(
    ["import", "kiro", writeRequirements(1), "--project", "web"],
    fake.env,
  );
  await fake.close();
  expect(code).toBe(0);
  expect(stdout).toContain("Made PLAN-7");
  expect(stderr).toBe(
    "The service asks to wait 1 s (rate limit)…\nThe service asks to wait 1 s (status 503)…\n",
  );
});

describe("a folder that gives no plan ends with 1 and says why, and nothing is sent", () => {
  const env = { GROUNDPLAN_URL: "http://127.0.0.1:9", GROUNDPLAN_API_KEY: "psk_test" };
  let own: string;
  beforeEach(() => {
    own = mkdtempSync(join(tmpdir(), "kiro-"));
  });
  afterEach(() => rmSync(own, { recursive: true }));

  async function refusedImport(...more: string[]): Promise<string> {
    const { code, stdout, stderr } = await groundplan(
      ["import", "kiro", own, "--project", "web", ...more],
      env,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).not.toContain("Nothing answers");
    return stderr;
  }

  it("a requirements.md that links to a file outside the folder", async () => {
    symlinkSync("/etc/passwd", join(own, "requirements.md"));
    expect(await refusedImport()).toBe(
      `${own}/requirements.md is a link to /etc/passwd, which lies outside the folder: make it a readable file of the folder, then import again.\n`,
    );
  });

  it("a requirements.md that is a named pipe, without waiting for it", async () => {
    execFileSync("mkfifo", [join(own, "requirements.md")]);
    expect(await refusedImport()).toMatch(/requirements\.md is a named pipe, not a file: [^\n]+\n$/);
  });

  it("an empty requirements.md, also with --dry-run and --json, and the other files are listed", async () => {
    writeFileSync(join(own, "requirements.md"), "\n \n");
    writeFileSync(join(own, "design.md"), "# Design\n");
    const [first, ...parts] = (await refusedImport("--json")).split("\n");
    expect(first).toMatch(
      /requirements\.md holds no requirement, so nothing was made\. .* These parts could not be read:$/,
    );
    expect(parts).toEqual([
      "  requirements.md:1 — the file is empty: the plan has no specs",
      expect.stringMatching(/^ {2}design\.md:1 # Design — not imported, 1 line: /),
      "",
    ]);
    expect(await refusedImport("--dry-run")).toContain("holds no requirement");
  });

  it("a requirements.md without a requirement", async () => {
    writeFileSync(join(own, "requirements.md"), "# Shop\n\nIt sells.\n");
    expect(await refusedImport()).toMatch(/\n {2}requirements\.md:1 # Shop — no heading like "### Req/);
  });

  it("a requirements.md whose text is stored nowhere, and no other reason", async () => {
    writeFileSync(join(own, "requirements.md"), "# Shop\n\n## Prices\n\nThey fall.\n");
    const said = await refusedImport();
    expect(said).toContain("requirements.md:3 ## Prices — not a requirement\n");
    expect(said).not.toContain("description");
  });
});
