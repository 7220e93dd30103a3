import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createProject, getPlanTree, getSpec, listPlans, listSpecs, listThreads } from "@groundplan/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../../../client/src/index.ts";
import { databases } from "../../../../server/test/databases.ts";
import { setUpWorld } from "../../../../server/test/world.ts";
import { groundplanHere } from "../../testing.ts";

const task = (id: number | string, more: object = {}) => ({
  id,
  title: `Task ${id}`,
  description: "",
  status: "pending",
  dependencies: [],
  priority: "low",
  ...more,
});

const issue = (id: string, more: object = {}) =>
  JSON.stringify({ id, title: `Issue ${id}`, status: "open", priority: 2, issue_type: "task", ...more });

const edge = (from: string, to: string, type: string) => ({ issue_id: from, depends_on_id: to, type });

describe.each(databases)("$database: importing tasks and issues of JSON", ({ create }) => {
  const world = setUpWorld(create);
  let client: Client;
  let env: Record<string, string>;
  let folder: string;
  let slug: string;
  let count = 0;

  beforeAll(async () => {
    const url = await world.app.listen({ host: "127.0.0.1", port: 0 });
    const apiKey = world.alice.key;
    env = { GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: apiKey };
    client = createClient({ url, apiKey });
  });
  beforeEach(async () => {
    slug = `json-${++count}`;
    folder = join(mkdtempSync(join(tmpdir(), "json-")), "shop");
    await client.call(createProject, { body: { name: slug, slug } });
  });
  const made: string[] = [];
  afterAll(() => {
    for (const one of made) rmSync(dirname(one), { recursive: true });
  });

  function write(file: string, text: string): string {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (!made.includes(folder)) made.push(folder);
    return path;
  }

  async function run(format: string, ...more: string[]) {
    const ended = await groundplanHere(["import", format, folder, "--project", slug, "--json", ...more], env);
    return { ...ended, body: ended.stdout === "" ? null : JSON.parse(ended.stdout) };
  }

  const plans = async () => {
    const { plans: all } = await client.call(listPlans, { params: { projectSlug: slug } });
    return new Map(all.map((plan) => [plan.externalRef, plan]));
  };

  async function specsOf(ref: string) {
    const plan = (await plans()).get(ref);
    const params = { projectSlug: slug, planShortId: plan?.shortId ?? "" };
    const { specs } = await client.call(listSpecs, { params });
    return Promise.all(
      specs.map(async ({ shortId }) => {
        const { spec } = await client.call(getSpec, { params: { ...params, specShortId: shortId } });
        return { ...spec, params: { ...params, specShortId: shortId } };
      }),
    );
  }

  it("tasks and issues with half characters, and titles that are no text: all come in, and what is left out is told", async () => {
    const broken = "a\0b\ud800c";
    const path = ".taskmaster/tasks/tasks.json";
    const given = [task(1, { title: { a: 1 }, labels: [broken] }), task(2, { dependencies: ["2"] })];
    const metadata = { description: broken, note: broken };
    const json = JSON.stringify({ master: { tasks: given, metadata } });
    write(path, `{"master": {"tasks": []},\n${json.slice(1)}`);
    const first = await run("taskmaster");
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: "" });
    expect((await specsOf("taskmaster:master")).map(({ title }) => title)).toEqual(['{"a":1}', "Task 2"]);
    expect(first.body.notUnderstood).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ line: 1, text: "master", why: expect.stringContaining("another one") }),
        expect.objectContaining({ text: "2", why: "needs itself: left out" }),
      ]),
    );
    expect(JSON.stringify((await run("taskmaster")).body)).not.toMatch(/"outcome":"(?!unchanged)/);
    const memory = JSON.stringify({ _type: "memory", key: broken, value: broken });
    const comment = { author: broken, text: broken, created_at: "2025-01-01T00:00:00Z" };
    const twice = issue("b-1", { labels: [broken], comments: [comment] }).replace("{", '{"id":"b-0",');
    write(".beads/issues.jsonl", `${twice}\n${memory}\n`);
    const { code, stderr, body } = await run("beads");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(body.notUnderstood).toContainEqual(
      expect.objectContaining({ line: 1, text: "id", why: expect.stringContaining("another one") }),
    );
    expect(JSON.stringify((await run("beads")).body)).not.toMatch(/"outcome":"(?!unchanged)/);
  });

  it("a plan for each tag of Task Master, with subtasks, needs, efforts and criteria; the next import changes nothing", async () => {
    write(
      ".taskmaster/tasks/tasks.json",
      JSON.stringify({
        master: {
          tasks: [
            task(1, {
              status: "done",
              complexity: 7,
              testStrategy: "- A cart is empty\n- A cart is full",
              subtasks: [
                { id: 1, title: "Draw", status: "done", dependencies: [] },
                {
                  id: 2,
                  title: "Paint",
                  status: "review",
                  dependencies: [1],
                  acceptanceCriteria: "It is red.",
                },
              ],
            }),
            task("2", { dependencies: ["1", "1.2"], status: "deferred" }),
            task(2, { dependencies: [2, 9] }),
          ],
          metadata: { description: "The first release." },
        },
        beta: { tasks: [task(1)] },
      }),
    );
    const { code, body, stderr } = await run("taskmaster");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(body).toMatchObject({ created: 6, criteria: 3 });
    const told = body.notUnderstood.map(({ text, why }: { text: string; why: string }) => `${text}: ${why}`);
    expect(told).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Task 2: its id 2 was there before: a task of its own, 2-2/),
        expect.stringMatching(/^2-2: 9: needs a task that isn't there/),
      ]),
    );
    const all = await plans();
    expect([...all].map(([ref, { name }]) => [ref, name])).toEqual(
      expect.arrayContaining([
        ["taskmaster:", "shop"],
        ["taskmaster:master", "master"],
        ["taskmaster:beta", "beta"],
      ]),
    );
    const specs = await specsOf("taskmaster:master");
    const ids = new Map(specs.map(({ id, externalRef }) => [id, externalRef]));
    expect(
      specs.map((spec) => [
        spec.externalRef,
        spec.status,
        spec.effort,
        ids.get(spec.parentSpecId ?? "") ?? "",
        spec.acceptanceCriteria.map(({ text }) => text),
      ]),
    ).toEqual([
      ["taskmaster:master/1", "DONE", 4, "", ["A cart is empty", "A cart is full"]],
      ["taskmaster:master/1.1", "DONE", null, "taskmaster:master/1", []],
      ["taskmaster:master/1.2", "IN_PROGRESS", null, "taskmaster:master/1", ["It is red."]],
      ["taskmaster:master/2", "TODO", null, "", []],
      ["taskmaster:master/2-2", "TODO", null, "", []],
    ]);
    expect(specs[3]?.content).toContain("status: deferred");
    expect(specs[3]?.needsFirst).toEqual(["SPEC-1", "SPEC-3"]);
    const again = await run("taskmaster");
    expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
  });

  it("a plan for each epic of beads below that of the rest, with needs, parents and comments once", async () => {
    write(
      ".beads/issues.jsonl",
      [
        issue("b-e", { issue_type: "epic", title: "Sell", acceptance_criteria: "It sells." }),
        issue("b-1", { estimated_minutes: 240, dependencies: [edge("b-1", "b-e", "parent-child")] }),
        issue("b-1.1", {
          status: "in_progress",
          dependencies: [edge("b-1.1", "b-1", "parent-child"), edge("b-1.1", "b-2", "blocks")],
          acceptance_criteria: "1. It adds up",
          comments: [{ id: 1, author: "Ann", text: "Mind the tax.", created_at: "2026-01-02T03:04:05Z" }],
        }),
        issue("b-2", {
          status: "closed",
          labels: ["till"],
          dependencies: [edge("b-2", "b-gone", "blocks"), edge("b-2", "b-1", "related")],
        }),
        issue("b-3", { dependencies: [edge("b-3", "b-e", "blocks")] }),
        "<<<<<<< HEAD",
        issue("b-3", { title: "Again" }),
        JSON.stringify({ _type: "memory", key: "till", value: "It rings twice." }),
      ].join("\n"),
    );
    write(".beads/.env", "KEY=1");
    symlinkSync("/etc/hostname", join(folder, ".beads/host.md"));
    const { code, body } = await run("beads");
    expect(code).toBe(0);
    expect(body).toMatchObject({ created: 5, criteria: 1 });
    const told = body.notUnderstood.map(
      ({ file, line, why }: { file: string; line: number; why: string }) => `${file}:${line} ${why}`,
    );
    expect(told).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\.beads\/issues\.jsonl:4 names an issue that isn't there/),
        expect.stringMatching(/^\.beads\/issues\.jsonl:6 not imported: no JSON object/),
        expect.stringMatching(/^\.beads\/issues\.jsonl:7 its id was there before/),
        expect.stringMatching(/^\.beads\/host\.md:1 not imported: is a link to/),
        expect.stringMatching(/^\.beads\/\.env:1 not imported/),
      ]),
    );
    const tree = await client.call(getPlanTree, {
      params: { projectSlug: slug, planShortId: (await plans()).get("beads:")?.shortId ?? "" },
    });
    expect(tree.children.map(({ plan }) => [plan.externalRef, plan.name])).toEqual([["beads:b-e", "Sell"]]);
    const inEpic = await specsOf("beads:b-e");
    expect(inEpic.map(({ externalRef, effort, status }) => [externalRef, effort, status])).toEqual([
      ["beads:b-1", 2, "TODO"],
      ["beads:b-1.1", null, "IN_PROGRESS"],
    ]);
    const [parent, child] = inEpic;
    expect(child?.parentSpecId).toBe(parent?.id);
    const rest = await specsOf("beads:");
    expect(rest.map(({ externalRef }) => externalRef)).toEqual(["beads:b-2", "beads:b-3", "beads:b-3-2"]);
    expect(rest[0]?.content).toContain("labels:\n  - till");
    const threads = async () =>
      (
        await client.call(listThreads, {
          params: { documentId: child?.id ?? "" },
        })
      ).threads;
    expect(JSON.stringify(await threads())).toContain("Mind the tax.");
    const again = await run("beads");
    expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
    expect(await threads()).toHaveLength(1);
  });

  it("`auto` takes each format of a repository, and a needed task in a circle is told by its line", async () => {
    const circle = { tasks: [task(1, { dependencies: [2] }), task(2, { dependencies: [1] })] };
    write("tasks/tasks.json", JSON.stringify(circle, null, 2));
    write(".beads/issues.jsonl", issue("b-1"));
    write("node_modules/x/.taskmaster/tasks/tasks.json", "{}");
    const { code, body, stderr } = await run("auto");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "Found Task Master and beads.\n" });
    expect(
      body.formats.map(({ format, created }: { format: string; created: number }) => [format, created]),
    ).toEqual([
      ["taskmaster", 2],
      ["beads", 1],
    ]);
    expect(body.formats[0].notUnderstood).toContainEqual(
      expect.objectContaining({
        file: "tasks/tasks.json",
        line: 13,
        why: expect.stringContaining("in a cycle"),
      }),
    );
    const other = await run("kiro");
    expect(other.code).toBe(1);
    expect(other.stderr).toContain(`run \`groundplan import taskmaster ${folder}\``);
  });
});
