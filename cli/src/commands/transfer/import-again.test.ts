import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  archivePlan,
  createProject,
  createProjectSource,
  deleteDependency,
  deletePlanSource,
  deleteSpec,
  getPlan,
  getPlanTree,
  listDependencies,
  listPlanContext,
  listPlans,
  listProjectContext,
  listSpecs,
  updatePlanSource,
  updateSpec,
} from "@groundplan/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../../../client/src/index.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import { groundplanHere, type RunningService, signUp, startService } from "../../testing.ts";

const requirements = `# Shop

## Introduction
It sells.

## Requirements

### Requirement 1: Cart
**User Story:** As a buyer, I want a cart.

#### Acceptance Criteria
1. WHEN I add a thing THEN the cart shows it
2. IF it is sold out THEN the cart says so

### Requirement 2: Paying

#### Acceptance Criteria
1. WHEN I pay THEN I get a receipt
`;

const tasks = `# Implementation Plan

- [x] 1. Build the cart
  - _Requirements: 1.1, 1.2_
- [-] 2. Take money
  - [x] 2.1 Talk to the bank
    - _Requirements: 2.1_
  - [ ] 2.2 Print receipts
    - _Requirements: 2.1_
`;

describe.each(databases)("a repeated import, on $database", ({ create }) => {
  let database: TestDatabase;
  let service: RunningService;
  let env: Record<string, string>;
  let client: Client;
  let root: string;
  let folder: string;
  let slug: string;
  let count = 0;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "again-"));
    database = await create("empty");
    service = await startService(database.env);
    env = await signUp(service, database.env);
    client = createClient({ url: service.url, apiKey: env.GROUNDPLAN_API_KEY });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
    rmSync(root, { recursive: true });
  });
  beforeEach(async () => {
    slug = `web-${++count}`;
    folder = join(root, slug, ".kiro/specs/shop");
    mkdirSync(folder, { recursive: true });
    write("requirements.md", requirements);
    write("tasks.md", tasks);
    await client.call(createProject, { body: { name: slug, slug } });
  });

  const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text);
  const change = (name: string, from: string, to: string) => {
    const text = readFileSync(join(folder, name), "utf8");
    expect(text).toContain(from);
    write(name, text.replace(from, to));
  };

  async function run(...more: string[]) {
    const ended = await groundplanHere(
      ["import", "kiro", more[0]?.startsWith("/") ? "" : folder, "--project", slug, ...more].filter(Boolean),
      env,
    );
    return ended;
  }
  async function json(...more: string[]) {
    const { stdout, stderr, code } = await run(...more, "--json");
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    return JSON.parse(stdout);
  }

  async function everything() {
    const { plans } = await client.call(listPlans, { params: { projectSlug: slug } });
    const specs = plans.map(({ shortId: planShortId }) =>
      client.call(listSpecs, { params: { projectSlug: slug, planShortId } }),
    );
    return { plans, specs: await Promise.all(specs) };
  }
  it("gives a folder that was imported without order its needs once, and none that was removed here", async () => {
    await json("--no-order");
    expect((await spec("kiro:shop/tasks/2")).needsFirst).toEqual([]);
    expect(await json()).toMatchObject({ created: 0, updated: 3, conflicts: [] });
    expect((await spec("kiro:shop/tasks/2")).needsFirst).toEqual(["SPEC-1"]);
    expect(await json()).toMatchObject({ created: 0, updated: 0, conflicts: [] });
    const { id, params } = await spec("kiro:shop/2");
    const { projectSlug, planShortId } = params;
    const needs = async () => {
      const all = await client.call(listDependencies, { params: { projectSlug, planShortId } });
      return all.dependencies.filter(({ fromSpecId }) => fromSpecId === id);
    };
    const [need, ...others] = await needs();
    expect([need?.toHandle, others]).toEqual([expect.stringMatching(/SPEC-2$/), []]);
    const dependencyId = need?.id ?? "";
    await client.call(deleteDependency, { params: { projectSlug, planShortId, dependencyId } });
    expect(await json()).toMatchObject({ updated: 0 });
    expect(await needs()).toEqual([]);
  });

  async function spec(externalRef: string) {
    const { plans, specs } = await everything();
    const index = specs.findIndex((list) => list.specs.some((one) => one.externalRef === externalRef));
    const found = specs[index]?.specs.find((one) => one.externalRef === externalRef);
    if (!found) throw new Error(`no ${externalRef}`);
    const params = {
      projectSlug: slug,
      planShortId: plans[index]?.shortId ?? "",
      specShortId: found.shortId,
    };
    return { ...found, params };
  }

  async function changeBothSides() {
    await json();
    const { params, content } = await spec("kiro:shop/2");
    await client.call(updateSpec, {
      params,
      body: { content: content.replace("a receipt", "an invoice") },
    });
    change("requirements.md", "a receipt", "a ticket");
  }

  it("creates the plan, and under it one of its tasks, in the states that the boxes say", async () => {
    const made = await json();
    expect(made).toMatchObject({ outcome: "created", specs: 2, criteria: 3, created: 4 });
    expect(made.plans).toEqual([expect.objectContaining({ outcome: "created", specs: 2 })]);
    const tree = await client.call(getPlanTree, {
      params: { projectSlug: slug, planShortId: made.plan.shortId },
    });
    expect(tree.plan).toMatchObject({ externalRef: "kiro:shop", status: "BUILDING" });
    expect(tree.children.map(({ plan }) => plan)).toEqual([
      expect.objectContaining({
        externalRef: "kiro:shop/tasks",
        name: expect.stringMatching(/: tasks$/),
        status: "BUILDING",
      }),
    ]);
    const { specs } = await everything();
    expect(specs.flatMap((list) => list.specs).map((one) => [one.externalRef, one.status])).toEqual([
      ["kiro:shop/1", "DONE"],
      ["kiro:shop/2", "IN_PROGRESS"],
      ["kiro:shop/tasks/1", "DONE"],
      ["kiro:shop/tasks/2", "IN_PROGRESS"],
    ]);
  });

  it("writes nothing if the folder is unchanged, and says so", async () => {
    await json();
    const before = await everything();
    expect(await json()).toMatchObject({
      outcome: "unchanged",
      created: 0,
      updated: 0,
      unchanged: 4,
      conflicts: [],
      left: [],
    });
    expect(await everything()).toEqual(before);
    expect((await run()).stdout).toMatch(/^PLAN-\d+ "Shop" is up to date\.\n/);
  });

  it("keeps at the third import changes made here, and accepts those of the source", async () => {
    await json();
    const { params, content } = await spec("kiro:shop/1");
    const mine = content.replace("As a buyer", "As a guest");
    await client.call(updateSpec, { params, body: { content: mine, effort: 3 } });
    change("requirements.md", "the cart says so", "the cart names the day");
    // The task that quotes the criterion changes with it.
    expect(await json()).toMatchObject({ updated: 2, created: 0 });
    const merged = await spec("kiro:shop/1");
    expect(merged.content).toContain("As a guest");
    expect(merged.content).toContain("the cart names the day");
    change("requirements.md", "I get a receipt", "I get two receipts");
    await json();
    expect(await spec("kiro:shop/1")).toMatchObject({ content: merged.content, effort: 3 });
    expect((await spec("kiro:shop/2")).content).toContain("two receipts");
  });

  it("leaves the text here if both sides changed the same line, shows both, and ends with 6", async () => {
    await changeBothSides();
    const first = await run();
    expect(first.code).toBe(6);
    expect(first.stderr).toContain('SPEC-2 "Paying", content, line 3');
    expect(first.stderr).toContain("an invoice");
    expect(first.stderr).toContain("a ticket");
    expect(first.stdout).toMatch(/^PLAN-\d+ "Shop" stays as it is, with conflicts\.\n/);
    expect((await spec("kiro:shop/2")).content).toContain("an invoice");
    expect((await run("--dry-run")).code).toBe(6);
    const before = await everything();
    expect((await run()).code).toBe(6);
    expect(await everything()).toEqual(before);
    expect((await run("--theirs")).code).toBe(0);
    expect((await spec("kiro:shop/2")).content).toContain("a ticket");
    expect((await run()).code).toBe(0);
  });

  it("keeps the text here for good with --ours", async () => {
    await changeBothSides();
    expect((await run("--ours")).code).toBe(0);
    expect((await run()).code).toBe(0);
    expect((await spec("kiro:shop/2")).content).toContain("an invoice");
  });

  it("names items missing from the source or deleted here, and leaves both", async () => {
    await json();
    change("requirements.md", requirements.slice(requirements.indexOf("### Requirement 2")), "");
    rmSync(join(folder, "tasks.md"));
    const { params } = await spec("kiro:shop/1");
    await client.call(deleteSpec, { params });
    const { left } = await json();
    expect(left.map(({ title, why }: { title: string; why: string }) => [title, why]).sort()).toEqual([
      ["Cart", "deleted"],
      ["Paying", "vanished"],
      [expect.stringMatching(/: tasks$/), "vanished"],
    ]);
    expect((await spec("kiro:shop/2")).title).toBe("Paying");
    const { stdout } = await run();
    expect(stdout).toContain('"Paying": the source no longer has it');
    expect(stdout).toContain('"Cart": it was deleted here');
    expect(await json("--theirs")).toMatchObject({ created: 1 });
  });

  it("writes nothing with --dry-run, and shows each change first", async () => {
    const first = (await run("--dry-run")).stdout;
    expect(first).toContain(`Would make the plan "Shop" in ${slug}, with 2 specs:\n  kiro:shop/1: Cart\n`);
    expect(first).toContain("kiro:shop/tasks/2: Take money\n");
    expect((await everything()).plans).toEqual([]);
    await json();
    change("requirements.md", "a receipt", "a ticket");
    change("tasks.md", "[ ] 2.2", "[x] 2.2");
    write("requirements.md", `${readFileSync(join(folder, "requirements.md"))}\n### Requirement 3: New\n`);
    const before = await everything();
    const { stdout, code } = await run("--dry-run");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Would change PLAN-\d+ "Shop": 1 spec made, 1 changed, 1 as before\.\n/);
    expect(stdout).toContain("SPEC-2: Paying (content, status)\n");
    expect(stdout).toContain("kiro:shop/3: New\n");
    expect(await everything()).toEqual(before);
  });

  it("leaves an archived plan unchanged, and ends with 6 if that was all", async () => {
    const { plan } = await json();
    await client.call(archivePlan, { params: { projectSlug: slug, planShortId: plan.shortId } });
    const { code, stderr, stdout } = await run();
    expect(code).toBe(6);
    expect(stderr).toContain("Restore it, then import again.");
    expect(stdout).toContain(`${plan.shortId} "Shop": it is archived here`);
    const { plan: after } = await client.call(getPlan, {
      params: { projectSlug: slug, planShortId: plan.shortId },
    });
    expect(after.archivedAt).not.toBeNull();
  });

  it("imports a whole tree under one plan, each folder if possible, and creates nothing twice", async () => {
    for (const [name, text] of [
      ["bank", requirements.replace("# Shop", "# Bank")],
      ["empty", "# Nothing\n"],
    ] as const) {
      mkdirSync(join(folder, "..", name));
      writeFileSync(join(folder, "..", name, "requirements.md"), text);
    }
    const made = await json(join(folder, ".."));
    expect(made.plan).toMatchObject({ name: slug });
    expect(made.folders.map(({ plan }: { plan: { name: string } }) => plan.name)).toEqual(["Bank", "Shop"]);
    expect(made.refused).toEqual([expect.stringContaining("holds no requirement")]);
    const { plans } = await everything();
    const parent = plans.find(({ externalRef }) => externalRef === "kiro:");
    expect(plans.filter(({ parentPlanId }) => parentPlanId === parent?.id)).toHaveLength(2);
    const before = await everything();
    expect(await json(join(folder, ".."))).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
    expect(await everything()).toEqual(before);
  });

  it("names each folder of a tree that can't be imported, and does not report its earlier results as missing", async () => {
    await json(join(folder, ".."));
    write("requirements.md", "# Nothing\n");
    const alone = await run(join(folder, ".."));
    expect(alone).toMatchObject({ code: 1, stderr: "Nothing was imported: no folder could be.\n" });
    expect(alone.stdout).toContain("Left out: kiro:shop: ");
    expect(alone.stdout).toContain("  shop/requirements.md:1 # Nothing — no heading");
    expect(alone.stdout).not.toContain("no longer has it");
    expect(alone.stdout).not.toContain("Everything was understood");
  });

  it("does not report the plan of a tree as new if its folder has another name now", async () => {
    await json(join(folder, ".."));
    const other = join(root, `${slug}-clone`);
    cpSync(join(root, slug), other, { recursive: true });
    const before = await everything();
    const again = await json(join(other, ".kiro/specs"));
    expect(again.plan.name).toBe(slug);
    expect(await everything()).toEqual(before);
  });

  it("keeps the states set by tasks if the folder has no tasks any more", async () => {
    await json();
    rmSync(join(folder, "tasks.md"));
    expect(await json()).toMatchObject({ updated: 0 });
    expect(await spec("kiro:shop/1")).toMatchObject({ status: "DONE" });
  });

  it("creates no tasks with --tasks none, and a spec for each leaf with --tasks all", async () => {
    await json();
    const none = await json("--tasks", "none");
    expect(none.left).toEqual([]);
    expect(none.plans).toEqual([]);
    expect(none.notUnderstood).toContainEqual(expect.objectContaining({ file: "tasks.md" }));
    await json("--tasks", "all");
    const { specs } = await everything();
    expect(specs[1]?.specs.map(({ externalRef }) => externalRef)).toEqual([
      "kiro:shop/tasks/1",
      "kiro:shop/tasks/2",
      "kiro:shop/tasks/2.1",
      "kiro:shop/tasks/2.2",
    ]);
  });

  describe("of design, research and steering files", () => {
    const steer = (name: string, text: string) => {
      mkdirSync(join(folder, "../../steering"), { recursive: true });
      writeFileSync(join(folder, "../../steering", name), text);
    };
    const contextOf = async (planShortId: string) => {
      const { sources } = await client.call(listPlanContext, { params: { projectSlug: slug, planShortId } });
      return sources.map(({ scope, title, folderPath, kind, updatedAt }) => ({
        scope,
        title,
        folderPath,
        kind,
        updatedAt,
      }));
    };

    it("stores them as context sources of the plan and of the project, and writes nothing the second time", async () => {
      write("design.md", "# Design of the shop\n\nHow.\n");
      write("research.md", "Why.\n");
      steer("tech.md", "# Technology\n\nNode.\n");
      const dry = (await run("--dry-run")).stdout;
      expect(dry).toContain('  context source "Design of the shop"\n  context source "research.md"\n');
      expect(dry).toContain(
        'Context sources of the project that would be made or changed:\n  "Technology"\n',
      );
      const made = await json();
      expect(made.sources).toEqual([
        {
          externalRef: "kiro:shop/design.md",
          sourceId: expect.any(String),
          outcome: "created",
          title: "Design of the shop",
          changed: [],
        },
        expect.objectContaining({ title: "research.md", outcome: "created" }),
      ]);
      expect(made.projectSources).toEqual([
        expect.objectContaining({ externalRef: "kiro:steering/tech.md", outcome: "created" }),
      ]);
      expect(made.notUnderstood).toEqual([]);
      const before = await contextOf(made.plan.shortId);
      expect(before).toMatchObject([
        { scope: "PLAN", title: "Design of the shop", folderPath: "", kind: "design" },
        { scope: "PLAN", title: "research.md", folderPath: "", kind: "research" },
        { scope: "PROJECT", title: "Technology", folderPath: "steering", kind: "steering" },
      ]);
      const { stdout, code } = await run();
      expect(code).toBe(0);
      expect(stdout).toMatch(/: tasks" is up to date\.\nThe project's context is up to date\.\n/);
      const again = await json(join(folder, ".."));
      expect(again.projectSources).toMatchObject([{ outcome: "unchanged" }]);
      expect((await contextOf(made.plan.shortId)).map(({ updatedAt }) => updatedAt)).toEqual(
        before.map(({ updatedAt }) => updatedAt),
      );
    });

    it("accepts changes of the files, shows those of both sides, and resolves them by --theirs", async () => {
      write("design.md", "# Design\n\na\nb\nc\nd\ne\n");
      const made = await json();
      const params = { projectSlug: slug, planShortId: made.plan.shortId };
      const sourceId = made.sources[0].sourceId;
      await client.call(updatePlanSource, {
        params: { ...params, sourceId },
        body: { text: "# Design\n\na\nhere\nc\nd\ne\n" },
      });
      change("design.md", "\nb\n", "\nthere\n");
      change("design.md", "\ne\n", "\nE\n");
      const { code, stdout, stderr } = await run();
      expect(code).toBe(6);
      expect(stdout).toContain('  context source "Design" (text)\n');
      expect(stderr).toContain(`${params.planShortId} context source "Design", text, line 4`);
      expect((await run()).stdout).toMatch(/"Shop" stays as it is, with conflicts\.\n/);
      const settled = await json("--theirs");
      expect(settled.sources).toMatchObject([{ outcome: "updated", changed: ["text"] }]);
      expect(await json()).toMatchObject({ conflicts: [], sources: [{ outcome: "unchanged" }] });
    });

    it("names files that are missing and sources that were deleted here, and leaves both", async () => {
      write("design.md", "# Design\n");
      write("research.md", "# Research\n");
      steer("tech.md", "# Technology\n");
      const made = await json();
      const params = { projectSlug: slug, planShortId: made.plan.shortId };
      await client.call(deletePlanSource, { params: { ...params, sourceId: made.sources[1].sourceId } });
      rmSync(join(folder, "design.md"));
      rmSync(join(folder, "../../steering"), { recursive: true });
      const { stdout } = await run();
      for (const line of [
        'context source "Technology": the source no longer has it',
        `${params.planShortId} context source "Design": the source no longer has it`,
        `${params.planShortId} context source "Research": it was deleted here; --theirs`,
      ])
        expect(stdout).toContain(`  ${line}`);
      expect((await json()).left).toMatchObject([
        { planShortId: null, sourceRef: "kiro:steering/tech.md", why: "vanished" },
        { sourceRef: "kiro:shop/research.md", why: "deleted" },
        { sourceRef: "kiro:shop/design.md", why: "vanished" },
      ]);
      write("design.md", Uint8Array.of(0xff, 0x0a));
      const unread = await json();
      expect(unread.left.map(({ sourceRef }: { sourceRef: string }) => sourceRef)).toEqual([
        ...["kiro:steering/tech.md", "kiro:shop/research.md"],
      ]);
      expect(unread.notUnderstood).toMatchObject([{ file: "design.md" }]);
      expect((await contextOf(params.planShortId)).map(({ title }) => title)).toEqual([
        ...["Design", "Technology"],
      ]);
      expect((await json("--theirs")).sources).toMatchObject([{ title: "Research", outcome: "created" }]);
    });

    it("keeps a steering file next to a person's source with its title, also as part of a tree", async () => {
      const params = { projectSlug: slug };
      const own = { title: "Technology", text: "Mine.", folderPath: "steering" };
      await client.call(createProjectSource, { params, body: own });
      steer("tech.md", "# Technology\n");
      const { stdout } = await run(join(folder, ".."));
      expect(stdout).toContain(
        'Context sources of the project that were made or changed:\n  "Technology (2)", next to another one with its title\n',
      );
      const { sources } = await client.call(listProjectContext, { params });
      expect(sources.map(({ title }) => title)).toEqual(["Technology", "Technology (2)"]);
    });
  });
});
