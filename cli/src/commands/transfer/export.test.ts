import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  acceptanceCriteria,
  createPlan,
  createPlanSource,
  createProject,
  createSpec,
  createSpecBatch,
  createThread,
  deleteSpec,
  getPlan,
  importPlans,
  listPlans,
  listThreads,
  updateSpec,
  uploadImportFiles,
} from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../../../client/src/index.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import { environment, groundplanHere, type RunningService, signUp, startService } from "../../testing.ts";
import { filesIn as bytesIn, specOfTitle, specsOf, writeIn } from "./scene.test-support.ts";

const openspec = join(import.meta.dirname, "../../../../node_modules/@fission-ai/openspec/bin/openspec.js");

const samples = join(import.meta.dirname, "../../../../../shared/samples");

const filesIn = (folder: string) => bytesIn(folder, "latin1");

/** Returns the lines that two trees of files do not share, with `-` and `+`. */
function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((path) => {
    const [a, b] = [before[path]?.split("\n") ?? [], after[path]?.split("\n") ?? []];
    if (before[path] === after[path]) return [];
    const gone = a.filter((line) => !b.includes(line)).map((line) => `- ${line}`);
    return [...gone, ...b.filter((line) => !a.includes(line)).map((line) => `+ ${line}`)];
  });
}

describe.each(databases)("exports into a folder, on $database", ({ create }) => {
  let database: TestDatabase;
  let service: RunningService;
  let env: Record<string, string>;
  let client: Client;
  let folders: string;
  let projects = 0;

  beforeAll(async () => {
    folders = mkdtempSync(join(tmpdir(), "export-"));
    database = await create("empty");
    service = await startService(database.env);
    env = await signUp(service, database.env);
    client = createClient({ url: service.url, apiKey: env.GROUNDPLAN_API_KEY });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
    rmSync(folders, { recursive: true });
  });

  const run = async (...args: string[]) => {
    const ended = await groundplanHere(args, env);
    expect(ended.code, ended.stderr).toBe(0);
    return ended;
  };
  const newFolder = (files: Record<string, string> = {}) => {
    const folder = mkdtempSync(join(folders, "repository-"));
    for (const [path, text] of Object.entries(files)) writeIn(folder, path, text);
    return folder;
  };
  /** Imports a folder into a new project, and returns the project and the handle of the topmost plan. */
  const bring = async (format: string, from: string, ...more: string[]) => {
    const slug = `project-${projects++}`;
    await client.call(createProject, { body: { name: slug, slug } });
    const { stdout } = await run("import", format, from, "--project", slug, "--json", ...more);
    const { plan } = JSON.parse(stdout);
    return { slug, plan: String(plan?.shortId ?? plan), stdout };
  };
  const exported = async (format: string, plan: string) => {
    const folder = newFolder();
    const { stderr } = await run("export", format, plan, folder);
    return { files: filesIn(folder), notes: stderr };
  };

  describe.skipIf(!existsSync(samples))("of the sample repositories", () => {
    it.each([
      ["openspec", "openspec"],
      ["backlog", "backlog-md"],
      ["kiro", "kiro-cc-sdd"],
    ])("%s comes out byte for byte", async (format, sample) => {
      const { plan } = await bring(format, join(samples, sample));
      const { LICENSE: _, ...before } = filesIn(join(samples, sample));
      const { files } = await exported(format, plan);
      expect(differences(before, files)).toEqual([]);
      expect(Object.keys(files).sort()).toEqual(Object.keys(before).sort());
    });
  });
  const specsIn = (project: string) => specsOf(client, project);
  const titled = (project: string, title: string) => specOfTitle(client, project, title);

  it("names the plans without specs for which a format has no place, and says why nothing is written", async () => {
    const slug = `project-${projects++}`;
    await client.call(createProject, { body: { name: slug, slug } });
    const params = { projectSlug: slug };
    const body = { name: "Alone", description: "Only words." };
    const { plan } = await client.call(createPlan, { params, body });
    for (const format of ["openspec", "taskmaster"])
      expect((await exported(format, plan.shortId)).notes).toContain(
        `has no place for plans without specs: left out with descriptions in 1 case: ${plan.shortId}.`,
      );
    const { stdout } = await run("export", "openspec", plan.shortId, newFolder());
    expect(stdout).toContain(`Wrote 0 files: openspec has no place for anything in ${plan.shortId}.`);
    for (const format of ["kiro", "spec-kit"])
      expect(JSON.stringify((await exported(format, plan.shortId)).files)).toContain("Only words.");
    const empty = await client.call(createPlan, { params, body: { name: "Nothing" } });
    for (const format of ["kiro", "spec-kit"])
      expect((await exported(format, empty.plan.shortId)).notes).toContain(
        `has no place for plans without specs: left out in 1 case: ${empty.plan.shortId}.`,
      );
  });

  describe("of an OpenSpec change", () => {
    const change = {
      "openspec/config.yaml": "schema: spec-driven\r\n",
      "openspec/changes/add-totp/proposal.md":
        "# Codes\n\n## Why\nPasswords leak, and codes help a lot here.\n\n## What Changes\n- Codes\n",
      "openspec/changes/add-totp/tasks.md":
        "## 1. Server\n\n- [ ] 1.1 Store secrets\n  - with a key\n- [x] 1.2 Check codes\n\n## 2. Pages\n- [ ] 2.1 Ask for a code",
      "openspec/changes/add-totp/specs/login/spec.md":
        "## ADDED Requirements\n\n### Requirement: Ask for a code\nThe system SHALL ask.\n\n#### Scenario: Right code\n- **WHEN** it is right\n- **THEN** let in\n\n### Requirement: Limit tries\nThe system MUST limit tries.\n\n#### Scenario: Sixth try\n- **WHEN** tried six times\n- **THEN** wait\n",
      "openspec/specs/login/spec.md":
        "# login\n\n## Purpose\nLets people in.\n\n## Requirements\n\n### Requirement: Password\nThe system SHALL check it.\n\n#### Scenario: Wrong\n- **WHEN** wrong\n- **THEN** refuse\n",
    };

    it("gives its files back, and each change here in its own lines only", async () => {
      const { slug, plan } = await bring("openspec", newFolder(change));
      expect((await exported("openspec", plan)).files).toEqual(change);
      const limit = await titled(slug, "Limit tries");
      await client.call(updateSpec, {
        params: limit.params,
        body: {
          title: "Limit attempts",
          content: limit.content.replace("limit tries.", "limit tries to five."),
        },
      });
      const store = await titled(slug, "Store secrets");
      await client.call(updateSpec, {
        params: store.params,
        body: {
          status: "DONE",
          content: store.content.replace("- with a key", "- with a key\n- and a salt"),
        },
      });
      const { files } = await exported("openspec", plan);
      expect(differences(change, files)).toEqual([
        "- - [ ] 1.1 Store secrets",
        "+ - [x] 1.1 Store secrets",
        "+   - and a salt",
        "- ### Requirement: Limit tries",
        "- The system MUST limit tries.",
        "+ ### Requirement: Limit attempts",
        "+ The system MUST limit tries to five.",
      ]);
    });

    it("takes specs that were made or deleted here", async () => {
      const { slug, plan } = await bring("openspec", newFolder(change));
      const gone = await titled(slug, "Check codes");
      await client.call(deleteSpec, { params: gone.params });
      const { specShortId: _, ...tasks } = gone.params;
      await client.call(createSpec, { params: tasks, body: { title: "Show errors" } });
      const { specShortId: __, ...requirements } = (await titled(slug, "Limit tries")).params;
      await client.call(createSpec, {
        params: requirements,
        body: {
          title: "Recovery",
          content: "Give codes on paper.\n\n## Acceptance criteria\n\n1. A code works once.",
        },
      });
      const { files } = await exported("openspec", plan);
      expect(files["openspec/changes/add-totp/tasks.md"]).toBe(
        "## 1. Server\n\n- [ ] 1.1 Store secrets\n  - with a key\n\n## 2. Pages\n- [ ] 2.1 Ask for a code\n- [ ] 2.2 Show errors\n",
      );
      expect(differences(change, files).filter((line) => !line.includes("1.2"))).toEqual([
        "+ - [ ] 2.2 Show errors",
        "+ ### Requirement: Recovery",
        "+ The system SHALL provide: Recovery.",
        "+ Give codes on paper.",
        "+ #### Scenario: A code works once.",
        "+ - **WHEN** the requirement is met",
        "+ - **THEN** A code works once.",
      ]);
    });
  });

  describe("of Backlog.md's tasks", () => {
    const backlog = {
      "backlog/config.yml": 'project_name: "Shop"\nstatuses: ["Backlog", "Doing", "Done"]\n',
      "backlog/tasks/back-1 - Pay.md":
        "---\nid: BACK-1\ntitle: Pay\nstatus: Backlog\nassignee: []\ndependencies: []\npriority: high\n---\n\n## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\nPeople pay.\n<!-- SECTION:DESCRIPTION:END -->\n\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n- [ ] #1 A card works\n<!-- AC:END -->\n",
      "backlog/tasks/back-2 - Ship.md":
        "---\r\nid: BACK-2\r\ntitle: 'Ship'\r\nstatus: Done\r\ndependencies:\r\n  - BACK-1\r\n---\r\n\r\n## Description\r\n\r\nBoxes go out.\r\n",
    };
    const statuses = ["--status", "Backlog=TODO", "--status", "Doing=IN_PROGRESS"];

    it("sets fields of the front matter in the project's own words, and adds a file for a new spec", async () => {
      const { slug, plan } = await bring("backlog", newFolder(backlog), ...statuses);
      expect((await exported("backlog", plan)).files).toEqual(backlog);
      const pay = await titled(slug, "Pay");
      const ship = await titled(slug, "Ship");
      await client.call(updateSpec, {
        params: pay.params,
        body: {
          title: "Pay: by card",
          status: "IN_PROGRESS",
          content: pay.content.replace("People pay.", "People pay by card."),
        },
      });
      await client.call(updateSpec, {
        params: ship.params,
        body: { needsFirst: [], content: ship.content.replace("Boxes", "Small boxes") },
      });
      const { specShortId: _, ...params } = pay.params;
      await client.call(createSpec, { params, body: { title: "Return it", status: "DONE" } });
      const { files } = await exported("backlog", plan);
      expect(differences(backlog, files)).toEqual([
        "- title: Pay",
        "- status: Backlog",
        "- People pay.",
        '+ title: "Pay: by card"',
        "+ status: Doing",
        "+ People pay by card.",
        "- dependencies:\r",
        "-   - BACK-1\r",
        "- Boxes go out.\r",
        "+ dependencies: []\r",
        "+ Small boxes go out.\r",
        ...(files["backlog/tasks/task-3 - Return-it.md"] ?? "").split("\n").map((line) => `+ ${line}`),
      ]);
      expect(files["backlog/tasks/task-3 - Return-it.md"]).toContain(
        "id: TASK-3\ntitle: Return it\nstatus: Done\n",
      );
    });
  });

  describe("of Task Master's tasks", () => {
    const tasks = {
      ".taskmaster/config.json": '{"models": {}}\n',
      ".taskmaster/tasks/tasks.json": `{
  "master": {
    "tasks": [
      {
        "id": 1,
        "title": "Pay",
        "description": "People pay.",
        "details": "With cards.\\nWith cash.",
        "testStrategy": "A card works.",
        "status": "pending",
        "dependencies": [],
        "priority": "high",
        "subtasks": [
          {"id": 1, "title": "Cards", "description": "Take cards.", "status": "done", "dependencies": []},
          {"id": 2, "title": "Cash", "description": "Take cash.", "status": "pending", "dependencies": [1]}
        ]
      },
      {
        "id": "2",
        "title": "Ship",
        "description": "Send boxes.",
        "status": "deferred",
        "dependencies": [1, "1.2"],
        "complexity": 5
      }
    ]
  }
}
`,
    };

    it("sets properties alone, and adds and removes objects", async () => {
      const { slug, plan } = await bring("taskmaster", newFolder(tasks));
      expect((await exported("taskmaster", plan)).files).toEqual(tasks);
      const pay = await titled(slug, "Pay");
      await client.call(updateSpec, {
        params: pay.params,
        body: {
          title: "Pay now",
          status: "IN_PROGRESS",
          content: pay.content.replace("With cash.", "With coins."),
        },
      });
      const ship = await titled(slug, "Ship");
      await client.call(updateSpec, { params: ship.params, body: { effort: 5, needsFirst: [pay.shortId] } });
      await client.call(deleteSpec, { params: (await titled(slug, "Cards")).params });
      const { specShortId: _, ...params } = ship.params;
      await client.call(createSpec, { params, body: { title: "Return", content: "Take boxes back." } });
      const { files } = await exported("taskmaster", plan);
      expect(differences(tasks, files)).toEqual([
        '-         "title": "Pay",',
        '-         "details": "With cards.\\nWith cash.",',
        '-           {"id": 1, "title": "Cards", "description": "Take cards.", "status": "done", "dependencies": []},',
        '-           {"id": 2, "title": "Cash", "description": "Take cash.", "status": "pending", "dependencies": [1]}',
        '-         "dependencies": [1, "1.2"],',
        '-         "complexity": 5',
        '+         "title": "Pay now",',
        '+         "details": "With cards.\\nWith coins.",',
        '+         "status": "in-progress",',
        '+           {"id": 2, "title": "Cash", "description": "Take cash.", "status": "pending", "dependencies": []}',
        '+         "dependencies": [',
        "+           1",
        "+         ],",
        '+         "complexity": 10',
        '+         "id": 3,',
        '+         "title": "Return",',
        '+         "description": "Take boxes back.",',
        '+         "details": "",',
        '+         "testStrategy": "",',
        '+         "priority": "medium",',
        '+         "subtasks": []',
      ]);
      expect(() => JSON.parse(files[".taskmaster/tasks/tasks.json"] ?? "")).not.toThrow();
    });
  });

  it("say what stands in their way, and make no folder in a dry run", async () => {
    const path = ".taskmaster/tasks/tasks.json";
    const json = '{"master": {"tasks": [{"id": 1, "title": "One", "title": "Two", "dependencies": []}]}}';
    const { slug, plan } = await bring("taskmaster", newFolder({ [path]: json }));
    for (const file of [`${path}/x`, ".taskmaster"]) {
      const to = ["export", "taskmaster", plan, newFolder({ [file]: "x" })];
      const { code, stderr } = await groundplanHere(to, env);
      expect([code, stderr]).toEqual([1, expect.stringContaining("a folder stands where a file has to be")]);
    }
    const none = join(folders, "none");
    await run("export", "taskmaster", plan, none, "--dry-run");
    expect(existsSync(none)).toBe(false);
    // The later of two names is the one that readers of JSON take.
    const { params } = await titled(slug, "Two");
    await client.call(updateSpec, { params, body: { title: "Three" } });
    expect((await exported("taskmaster", plan)).files[path]).toBe(json.replace("Two", "Three"));
  });

  it("write nothing into git's own folder, say so, and keep the modes of files", async () => {
    const projectSlug = "hostile";
    await client.call(createProject, { body: { name: "Hostile", slug: projectSlug } });
    const [hook, script] = [".git/hooks/post-checkout", "specs/run.sh"];
    const { files } = await client.call(uploadImportFiles, {
      params: { projectSlug },
      body: { file: [hook, script].map((path) => new File(["rm -rf ~\n"], path)) },
    });
    const named = files.map(({ path, fileId }) => ({ path, fileId }));
    const plans = [{ externalRef: "spec-kit:x", name: "X", files: named }];
    const { import: made } = await client.call(importPlans, { params: { projectSlug }, body: { plans } });
    const folder = newFolder({ [script]: "old\n" });
    chmodSync(join(folder, script), 0o755);
    const at = [made.plans[0]?.planShortId ?? "", folder, "--project", projectSlug, "--force"];
    const { stderr } = await run("export", "spec-kit", ...at);
    expect(stderr).toContain(`${hook}: not written`);
    expect(filesIn(folder)).toEqual({ [script]: "rm -rf ~\n" });
    expect(statSync(join(folder, script)).mode & 0o777).toBe(0o755);
  });

  it("leave all the tasks out that were deleted here, and those of an object a line", async () => {
    const task = (id: number, title: string) => ({ id, title, description: "", status: "pending" });
    const [one, two, three, four] = ["One", "Two", "Three", "Four"].map((title, n) => task(n + 1, title));
    const tasks = (...left: unknown[]) => ({
      ".taskmaster/tasks/tasks.json": `{"master": {"tasks": [\n${left.map((each) => JSON.stringify(each)).join(",\n")}\n]}}\n`,
    });
    const below = { ...two, subtasks: [task(1, "Below")] };
    const { slug, plan } = await bring("taskmaster", newFolder(tasks(one, below, three, four)));
    for (const title of ["Below", "Two", "Three", "Four"])
      await client.call(deleteSpec, { params: (await titled(slug, title)).params });
    expect((await exported("taskmaster", plan)).files).toEqual(tasks(one));
    const { specShortId: _, ...params } = (await titled(slug, "One")).params;
    await client.call(createSpec, { params, body: { title: "Five" } });
    const { files } = await exported("taskmaster", plan);
    expect(JSON.parse(files[".taskmaster/tasks/tasks.json"] ?? "").master.tasks).toMatchObject([
      { title: "One" },
      { title: "Five" },
    ]);
  });

  it("put a line into the property whose lines it follows", async () => {
    const task = { id: 1, title: "Pay", description: "People pay.", details: "With cards." };
    const file = (more: object) =>
      `${JSON.stringify({ master: { tasks: [{ ...task, testStrategy: "A card works.", status: "pending", ...more }] } }, null, 2)}\n`;
    const path = ".taskmaster/tasks/tasks.json";
    const lines = (text: string) => text.replaceAll("\n", "\r\n");
    const { slug, plan } = await bring("taskmaster", newFolder({ [path]: lines(file({})) }));
    const pay = await titled(slug, "Pay");
    const content = pay.content.replace("With cards.", "With cards.\n\nWith coins.");
    await client.call(updateSpec, { params: pay.params, body: { content } });
    const { files } = await exported("taskmaster", plan);
    expect(files[path]).toBe(lines(file({ details: "With cards.\n\nWith coins." })));
    const { specShortId: _, ...params } = pay.params;
    await client.call(createSpec, { params, body: { title: "Ship" } });
    expect((await exported("taskmaster", plan)).files[path]).not.toMatch(/[^\r]\n/);
  });

  it("of Kiro set the box of a line that was written anew here, with all its new lines", async () => {
    const tasks = "# Plan\n\n- [ ] 1. Pay\n  - [ ] 1.1 Take cards\n  - [ ] 1.2 Take cash\n- [ ] 2. Ship\n";
    const path = ".kiro/specs/shop/tasks.md";
    const requirements = "# Shop\n\n### Requirement 1: Pay\n\nPeople pay.\n";
    const folder = newFolder({ [path]: tasks, ".kiro/specs/shop/requirements.md": requirements });
    const { slug, plan } = await bring("kiro", folder);
    const pay = (await specsIn(slug)).find(
      ({ title, content }) => title === "Pay" && content.includes("1.1"),
    );
    if (!pay) throw new Error("no task");
    const content = pay.content.replace("Take cards", "Take all cards\n  - also old ones");
    await client.call(updateSpec, { params: pay.params, body: { content, status: "DONE" } });
    const { files } = await exported("kiro", plan);
    expect(files[path]).toBe(
      "# Plan\n\n- [x] 1. Pay\n  - [x] 1.1 Take all cards\n    - also old ones\n  - [x] 1.2 Take cash\n- [ ] 2. Ship\n",
    );
  });

  describe("of beads' issues", () => {
    const line = (values: object) => `${JSON.stringify(values)}\n`;
    const old = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };
    const issues = {
      ".beads/issues.jsonl": [
        {
          id: "bd-1",
          title: "Pay",
          description: "People pay.",
          status: "open",
          priority: 1,
          issue_type: "feature",
          ...old,
        },
        {
          id: "bd-2",
          title: "Ship",
          description: "Send boxes.",
          status: "open",
          priority: 2,
          issue_type: "task",
          ...old,
          dependencies: [
            { issue_id: "bd-2", depends_on_id: "bd-1", type: "blocks", created_at: old.created_at },
            { issue_id: "bd-2", depends_on_id: "bd-1", type: "related", created_at: old.created_at },
          ],
        },
        {
          id: "bd-3",
          title: "Wrap",
          status: "closed",
          closed_at: old.updated_at,
          priority: 2,
          issue_type: "task",
          ...old,
        },
      ]
        .map(line)
        .join(""),
    };

    it("change in their own lines only", async () => {
      const { slug, plan } = await bring("beads", newFolder(issues));
      expect((await exported("beads", plan)).files).toEqual(issues);
      const pay = await titled(slug, "Pay");
      await client.call(updateSpec, { params: pay.params, body: { status: "DONE", effort: 2 } });
      const ship = await titled(slug, "Ship");
      await client.call(updateSpec, {
        params: ship.params,
        body: { needsFirst: [], content: ship.content.replace("boxes", "bags") },
      });
      await client.call(deleteSpec, { params: (await titled(slug, "Wrap")).params });
      const { specShortId: _, ...params } = ship.params;
      await client.call(createSpec, { params, body: { title: "Return" } });
      const text = (await exported("beads", plan)).files[".beads/issues.jsonl"] ?? "";
      const [first, second, third, ...more] = text
        .trimEnd()
        .split("\n")
        .map((one) => JSON.parse(one));
      expect(first).toMatchObject({
        id: "bd-1",
        status: "closed",
        closed_at: expect.any(String),
        priority: 1,
      });
      expect(second).toMatchObject({ description: "Send bags.", dependencies: [{ type: "related" }] });
      expect(third).toMatchObject({ title: "Return", status: "open", issue_type: "task" });
      expect(more).toEqual([]);
    });
  });

  it("says that a plan was imported without its files, and writes it by the conventions", async () => {
    const params = { projectSlug: `bare-${projects++}` };
    await client.call(createProject, { body: { name: params.projectSlug, slug: params.projectSlug } });
    const specs = [{ externalRef: "kiro:pay/1", title: "Cards" }];
    const plans = [{ externalRef: "kiro:pay", name: "Pay", specs }];
    const { import: done } = await client.call(importPlans, { params, body: { plans } });
    const { files, notes } = await exported("kiro", done.plans[0]?.planShortId ?? "");
    expect(Object.keys(files)).toEqual([".kiro/specs/pay/requirements.md", ".kiro/specs/pay/tasks.md"]);
    expect(notes).toContain("The files of its import aren't kept");
  });

  describe("of a plan that was made here", () => {
    const content =
      "People sign in.\n\n## Why\n\nNobody else gets in.\n\n## Acceptance criteria\n\n1. WHEN the code is right THEN the person is in\n2. AC-2: Five tries an hour\n";
    let plan: string;
    beforeAll(async () => {
      const params = { projectSlug: "made" };
      await client.call(createProject, { body: { name: "Made", slug: "made" } });
      const made = await client.call(createPlan, {
        params,
        body: { name: "Sign-in", description: "How people get in." },
      });
      plan = made.plan.shortId;
      const of = { projectSlug: "made", planShortId: plan };
      const specs = [
        { title: "Ask for a code", content, effort: 3, status: "DONE" as const, ref: "a" },
        { title: "Limit tries", content: "At most five.", needsFirst: ["a"], ref: "b" },
        { title: "Say why", content: "", needsFirst: ["a", "b"], parentSpecId: "b" },
      ];
      await client.call(createSpecBatch, { params: of, body: { specs } });
    });

    it.each(["kiro", "spec-kit", "openspec", "backlog", "taskmaster", "beads", "markdown"])(
      "comes in again from %s",
      async (format) => {
        const folder = newFolder();
        await run("export", format, plan, folder);
        const { slug } = await bring(format, folder);
        const specs = await specsIn(slug);
        for (const title of ["Ask for a code", "Limit tries", "Say why"])
          expect(specs.map((spec) => spec.title)).toContain(title);
        const states = specs.filter(({ title }) => title === "Ask for a code").map(({ status }) => status);
        expect(states).toContain("DONE");
        const [first] = specs.filter(
          ({ title, content: text }) => title === "Ask for a code" && text.includes("Nobody else"),
        );
        expect(
          acceptanceCriteria(first?.content ?? "").map(({ text }) =>
            text
              .replace(/[^\w ]/g, "")
              .toLowerCase()
              .trim(),
          ),
        ).toHaveLength(2);
        const again = await exported(
          format,
          (await client.call(listPlans, { params: { projectSlug: slug }, query: {} })).plans.find(
            ({ parentPlanId }) => parentPlanId === null,
          )?.shortId ?? "",
        );
        expect(differences(filesIn(folder), again.files)).toEqual([]);
      },
    );

    it("passes OpenSpec's own validator, whatever its texts are", async () => {
      const texts = [
        "",
        "# Heading\n\nText.",
        "- [ ] a box",
        "```\n### Requirement: none\n```",
        "1. one\n2. two",
        content,
      ];
      const made = await client.call(createPlan, {
        params: { projectSlug: "made" },
        body: { name: "2 odd: plans?" },
      });
      const of = { projectSlug: "made", planShortId: made.plan.shortId };
      const specs = texts.map((text) => ({ title: "Same title", content: text }));
      await client.call(createSpecBatch, { params: of, body: { specs } });
      const folder = newFolder();
      await run("export", "openspec", made.plan.shortId, folder);
      const validate = [openspec, "validate", "--all", "--strict", "--no-color"];
      const { status, stdout, stderr } = spawnSync(process.execPath, validate, {
        cwd: folder,
        encoding: "utf8",
        env: environment({ OPENSPEC_TELEMETRY: "0", DO_NOT_TRACK: "1", XDG_CONFIG_HOME: folders }),
      });
      expect(status, stdout + stderr).toBe(0);
      expect(stdout).toContain("1 passed, 0 failed");
    });

    it("keeps needs, titles and parents that were set here in an imported folder of markdown", async () => {
      const folder = newFolder();
      await run("export", "markdown", plan, folder);
      const { slug, plan: copy } = await bring("markdown", folder);
      const [first, second, third] = await specsIn(slug);
      if (!first || !second || !third) throw new Error("no specs");
      const body = { title: "Ask again", content: "name: x", effort: 4, needsFirst: ["SPEC-2"] };
      await client.call(updateSpec, { params: third.params, body: { parentSpecId: null } });
      await client.call(updateSpec, { params: second.params, body: { needsFirst: [] } });
      await client.call(updateSpec, { params: first.params, body });
      const { specShortId: _, ...params } = first.params;
      await client.call(createSpec, { params, body: { title: "New", needsFirst: ["SPEC-1"] } });
      await client.call(createPlanSource, { params, body: { title: "Notes", text: "Made here." } });
      const { files, notes } = await exported("markdown", copy);
      expect(notes).toContain('no place for the context source "Notes"');
      expect(notes).toContain("SPEC-4: It was made here, and is written without its needs.");
      const { slug: last } = await bring("markdown", newFolder(files));
      expect(
        (await specsIn(last)).map(({ title, effort, needsFirst }) => ({ title, effort, needsFirst })),
      ).toEqual([
        { title: "Ask again", effort: 4, needsFirst: ["SPEC-2"] },
        { title: "Limit tries", effort: null, needsFirst: [] },
        { title: "Say why", effort: null, needsFirst: ["SPEC-1", "SPEC-2"] },
        { title: "New", effort: null, needsFirst: [] },
      ]);
    });

    it("is the same plan after markdown", async () => {
      const tricky = [
        "",
        "\n\n",
        "---\na: b\n---\n",
        "ends in a line\n",
        "  indented\n\n```\n---\n```",
        "a\n\n\nb\n\n",
      ];
      const made = await client.call(createPlan, {
        params: { projectSlug: "made" },
        body: { name: 'Odd: "texts"', description: "---\nnot front matter\n---\n" },
      });
      const of = { projectSlug: "made", planShortId: made.plan.shortId };
      const specs = tricky.map((text, n) => ({
        title: `Text ${n}: '#'`,
        content: text,
        ...(n > 0 ? { needsFirst: ["0"] } : {}),
        ref: String(n),
      }));
      const { specs: written } = await client.call(createSpecBatch, { params: of, body: { specs } });
      await client.call(createThread, {
        params: { documentId: written[0]?.id ?? "" },
        body: { body: "Why?\n\n> quoted\n\nOh." },
      });
      const folder = newFolder();
      await run("export", "markdown", made.plan.shortId, folder);
      const { slug, plan: again } = await bring("markdown", folder);
      const after = await specsIn(slug);
      expect(
        after.map(({ title, content: text, needsFirst }) => ({ title, content: text, needsFirst })),
      ).toEqual(
        specs.map(({ title, content: text }, n) => ({
          title,
          content: text,
          needsFirst: n > 0 ? ["SPEC-1"] : [],
        })),
      );
      const { plan: copy } = await client.call(getPlan, {
        params: { projectSlug: slug, planShortId: again },
      });
      expect([copy.name, copy.description]).toEqual([made.plan.name, made.plan.description]);
      const { threads } = await client.call(listThreads, {
        params: { documentId: after[0]?.id ?? "" },
        query: {},
      });
      expect(threads[0]?.comments.at(-1)?.body).toMatch(/\n\nWhy\?\n\n> quoted\n\nOh\.$/);
    });
  });
});
