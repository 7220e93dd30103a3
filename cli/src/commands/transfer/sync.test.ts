import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlan, createProject, createSpec, deleteSpec, updateSpec } from "@groundplan/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError, type Client, createClient } from "../../../../client/src/index.ts";
import { adminCreateKey, adminCreateUser } from "../../../../server/src/admin/index.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import {
  bin,
  environment,
  groundplanHere,
  type RunningService,
  signUp,
  startService,
} from "../../testing.ts";
import { filesIn, specOfTitle, specsOf, writeIn } from "./scene.test-support.ts";

const isLong = process.env.LONG === "1";

const change = (tasks: string, requirements: string) => ({
  "openspec/changes/pay/proposal.md": "# Pay\n\n## Why\nPeople want to pay for what they take home.\n",
  "openspec/changes/pay/tasks.md": `## 1. All\n${tasks}`,
  "openspec/changes/pay/specs/pay/spec.md": `## ADDED Requirements\n${requirements}`,
});
const requirement = (name: string) =>
  `\n### Requirement: ${name}\nThe system SHALL ${name}.\n\n#### Scenario: ${name}\n- **WHEN** asked\n- **THEN** done\n`;
const start = change(
  "- [ ] 1.1 One\n- [ ] 1.2 Two\n- [ ] 1.3 Three\n",
  requirement("Cards") + requirement("Cash"),
);

describe.each(databases)("a folder in step, on $database", ({ create }) => {
  let database: TestDatabase;
  let service: RunningService;
  let env: Record<string, string>;
  let client: Client;
  let folders: string;
  let projects = 0;

  beforeAll(async () => {
    folders = mkdtempSync(join(tmpdir(), "sync-"));
    database = await create("empty");
    service = await startService(database.env);
    env = Object.assign(await signUp(service, database.env), { XDG_STATE_HOME: join(folders, "state") });
    client = createClient({ url: service.url, apiKey: env.GROUNDPLAN_API_KEY });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
    rmSync(folders, { recursive: true });
  });

  /** Returns the key of a member who reads the workspace's plans. */
  const readersKey = async () => {
    const vera = { email: "vera@example.com", workspace: "acme" };
    await adminCreateUser(database.env, {
      ...vera,
      name: "Vera",
      role: "VIEWER",
      platformAdmin: false,
      createWorkspace: false,
    });
    return (await adminCreateKey(database.env, { ...vera, scope: "write", name: "test" })).secret;
  };
  const newFolder = (files: Record<string, string> = {}) => {
    const folder = mkdtempSync(join(folders, "clone-"));
    for (const [path, text] of Object.entries(files)) writeIn(folder, path, text);
    return folder;
  };
  const newProject = async () => {
    const slug = `synced-${projects++}`;
    await client.call(createProject, { body: { name: slug, slug } });
    return slug;
  };
  const sync = (folder: string, project: string, ...more: string[]) =>
    groundplanHere(["sync", folder, "--project", project, ...more], env);
  const synced = async (folder: string, project: string) => {
    const ended = await sync(folder, project);
    expect(ended.code, ended.stderr).toBe(0);
    return ended.stdout;
  };
  /** Returns two clones in step with each other. */
  const newClones = async (project: string) => {
    const clones = [newFolder(start), newFolder(start)] as const;
    for (const clone of clones) await synced(clone, project);
    return clones;
  };
  const specsIn = (project: string) => specsOf(client, project);
  const titled = (project: string, title: string) => specOfTitle(client, project, title);
  const tasks = "openspec/changes/pay/tasks.md";
  const delta = "openspec/changes/pay/specs/pay/spec.md";

  it("is imported first, and then nothing changes", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    expect(await synced(folder, project)).toContain("OpenSpec: 0 files written, 0 removed, 5 specs changed");
    expect(filesIn(folder)).toEqual(start);
    expect(await synced(folder, project)).toContain("0 files written, 0 removed, 0 specs changed");
  });

  it("keeps files that Groundplan never had, such as one that holds keys", async () => {
    const issue = '{"id":"bd-1","title":"Pay","status":"open","priority":1,"issue_type":"task"}\n';
    const files = { ".beads/issues.jsonl": issue, ".beads/.env": "TOKEN=1\n", ".beads/.DS_Store": "x" };
    const [folder, project] = [newFolder(files), await newProject()];
    for (let count = 0; count < 3; count++) await synced(folder, project);
    expect(filesIn(folder)).toEqual(files);
  });

  it("tells a file that can't be read, by its line, and leaves both sides as they are until it can", async () => {
    const path = ".taskmaster/tasks/tasks.json";
    const json =
      '{"master": {"tasks": [\n{"id": 1,\n"title": "One",\n"description": "",\n"details": "",\n"status": "pending",\n"dependencies": []}\n]}}\n';
    const [folder, project] = [newFolder({ [path]: json }), await newProject()];
    await synced(folder, project);
    const one = await titled(project, "One");
    await client.call(updateSpec, { params: one.params, body: { status: "DONE" } });
    const broken = json.replace('"One",', '"Uno"');
    writeIn(folder, path, broken);
    const refused = await sync(folder, project);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^\S+ is no JSON: correct it, then sync again\.\n.*tasks\.json:4 .*comma expected/,
      ),
    ]);
    expect(filesIn(folder)).toEqual({ [path]: broken });
    writeIn(folder, path, json.replace("One", "Uno"));
    await synced(folder, project);
    expect(filesIn(folder)[path]).toContain('"done"');
    expect((await titled(project, "Uno")).status).toBe("DONE");
  });

  it("tells a file that is no text any more, too large, or a link to elsewhere, and changes nothing", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    const at = join(folder, tasks);
    const refusal = async () => {
      const { code, stderr } = await sync(folder, project);
      expect(code).toBe(1);
      return stderr;
    };
    writeFileSync(at, Buffer.concat([Buffer.from(start[tasks]), Buffer.from([0xff])]));
    expect(await refusal()).toContain(`${tasks} is not UTF-8`);
    writeFileSync(at, "x".repeat(16 * 1024 * 1024 + 1));
    expect(await refusal()).toContain(`${tasks} is larger than 16 MiB`);
    rmSync(at);
    writeIn(folders, "elsewhere.md", start[tasks]);
    symlinkSync(join(folders, "elsewhere.md"), at);
    expect(await refusal()).toMatch(/tasks\.md is a link to .*elsewhere\.md, which lies outside the folder/);
    rmSync(at);
    writeIn(folder, tasks, start[tasks]);
    expect(await synced(folder, project)).toContain("0 files written, 0 removed, 0 specs changed");
  });

  it("leaves a folder alone whose plan the caller can only read", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    const own = await readersKey();
    const refused = await groundplanHere(["sync", folder, "--project", project], {
      ...env,
      GROUNDPLAN_API_KEY: own,
    });
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining("not edit it")]);
    expect(filesIn(folder)).toEqual(start);
  });

  it("gets what changed in Groundplan, and gives what changed in it", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    const one = await titled(project, "One");
    await client.call(updateSpec, { params: one.params, body: { status: "DONE" } });
    writeIn(folder, tasks, start[tasks].replace("1.3 Three", "1.3 Drei"));
    await synced(folder, project);
    expect(filesIn(folder)[tasks]).toBe("## 1. All\n- [x] 1.1 One\n- [ ] 1.2 Two\n- [ ] 1.3 Drei\n");
    expect((await titled(project, "Drei")).status).toBe("TODO");
    expect(await synced(folder, project)).toContain("0 files written, 0 removed, 0 specs changed");
  });

  it("gets specs that were made in Groundplan, once", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    const { specShortId: _, ...params } = (await titled(project, "Two")).params;
    await client.call(createSpec, { params, body: { title: "Four" } });
    await client.call(deleteSpec, { params: (await titled(project, "One")).params });
    await synced(folder, project);
    expect(filesIn(folder)[tasks]).toBe("## 1. All\n- [ ] 1.2 Two\n- [ ] 1.3 Three\n- [ ] 1.4 Four\n");
    expect(await synced(folder, project)).toContain("0 files written, 0 removed, 0 specs changed");
    expect((await specsIn(project)).map(({ title }) => title).sort()).toEqual([
      "Cards",
      "Cash",
      "Four",
      "Three",
      "Two",
    ]);
  });

  it("leaves out plans that were made in Groundplan, which would come in again beside themselves", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    const { projectSlug, planShortId } = (await titled(project, "Two")).params;
    const { plan } = await client.call(createPlan, {
      params: { projectSlug },
      body: { name: "Own", parentPlanId: planShortId },
    });
    const params = { projectSlug, planShortId: plan.shortId };
    await client.call(createSpec, { params, body: { title: "Five" } });
    for (let count = 0; count < 2; count++) await synced(folder, project);
    expect(filesIn(folder)).toEqual(start);
    expect((await specsIn(project)).filter(({ title }) => title === "Five")).toHaveLength(1);
  });

  it("does not take back what another clone has sent", async () => {
    const project = await newProject();
    const [one, two] = await newClones(project);
    writeIn(one, delta, start[delta].replace("SHALL Cards.", "SHALL take Cards."));
    writeIn(two, tasks, start[tasks].replace("1.2 Two", "1.2 Zwei"));
    await synced(one, project);
    await synced(two, project);
    await synced(one, project);
    expect(filesIn(one)).toEqual(filesIn(two));
    expect(filesIn(one)[delta]).toContain("SHALL take Cards.");
    expect(filesIn(one)[tasks]).toContain("1.2 Zwei");
  });

  it("keeps its lines of a conflict, tells it, and shows both on demand", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    const cards = await titled(project, "Cards");
    const here = { content: cards.content.replace("SHALL Cards.", "SHALL take any card.") };
    await client.call(updateSpec, { params: cards.params, body: here });
    writeIn(folder, delta, start[delta].replace("SHALL Cards.", "SHALL take some cards."));
    const refused = await sync(folder, project);
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining(delta)]);
    expect(filesIn(folder)[delta]).toContain("SHALL take some cards.");
    expect((await titled(project, "Cards")).content).toContain("SHALL take any card.");
    expect((await sync(folder, project, "--markers")).code).toBe(6);
    expect(filesIn(folder)[delta]).toContain(
      "<<<<<<< this folder\nThe system SHALL take some cards.\n=======\nThe system SHALL take any card.\n>>>>>>> Groundplan\n",
    );
    expect((await sync(folder, project)).stderr).toContain("conflict markers");
    writeIn(folder, delta, start[delta].replace("SHALL Cards.", "SHALL take any card."));
    await synced(folder, project);
    expect(filesIn(folder)[delta]).toContain("SHALL take any card.");
  });

  it("is merged three ways by its first sync after an import, which another import does not undo", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    const imported = async () => {
      const ended = await groundplanHere(["import", "auto", folder, "--project", project], env);
      expect(ended.code, ended.stderr).toBe(0);
    };
    await imported();
    const cards = await titled(project, "Cards");
    const here = { content: cards.content.replace("SHALL Cards.", "SHALL take any card.") };
    await client.call(updateSpec, { params: cards.params, body: here });
    writeIn(folder, tasks, start[tasks].replace("1.3 Three", "1.3 Drei"));
    await synced(folder, project);
    expect(filesIn(folder)[delta]).toContain("SHALL take any card.");
    expect(filesIn(folder)[tasks]).toContain("1.3 Drei");
    await imported();
    expect((await titled(project, "Cards")).content).toContain("SHALL take any card.");
    expect(await synced(folder, project)).toContain("0 files written, 0 removed, 0 specs changed");
  });

  it("takes what changed in Groundplan into another clone that has the files of the last import", async () => {
    const [folder, other, project] = [newFolder(start), newFolder(start), await newProject()];
    expect((await groundplanHere(["import", "auto", folder, "--project", project], env)).code).toBe(0);
    const cards = await titled(project, "Cards");
    const here = { content: cards.content.replace("SHALL Cards.", "SHALL take any card.") };
    await client.call(updateSpec, { params: cards.params, body: here });
    await synced(other, project);
    expect(filesIn(other)[delta]).toContain("SHALL take any card.");
  });

  it("has conflicts that a later import still finds, whose lines in Groundplan it keeps", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    const cards = await titled(project, "Cards");
    const here = { content: cards.content.replace("SHALL Cards.", "SHALL take any card.") };
    await client.call(updateSpec, { params: cards.params, body: here });
    const own = start[delta].replace("SHALL Cards.", "SHALL take some cards.");
    writeIn(folder, delta, own.replace("SHALL Cash.", "SHALL take Cash."));
    for (let count = 0; count < 2; count++) expect((await sync(folder, project)).code).toBe(6);
    expect((await titled(project, "Cash")).content).toContain("SHALL take Cash.");
    expect((await groundplanHere(["import", "auto", folder, "--project", project], env)).code).toBe(6);
    expect((await titled(project, "Cards")).content).toContain("SHALL take any card.");
  });

  it("keeps its lines in conflict with an import, which are no base of its first sync", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    const imports = () => groundplanHere(["import", "auto", folder, "--project", project], env);
    expect((await imports()).code).toBe(0);
    const cards = await titled(project, "Cards");
    const here = { content: cards.content.replace("SHALL Cards.", "SHALL take any card.") };
    await client.call(updateSpec, { params: cards.params, body: here });
    writeIn(folder, delta, start[delta].replace("SHALL Cards.", "SHALL take some cards."));
    expect((await imports()).code).toBe(6);
    expect((await sync(folder, project)).code).toBe(6);
    expect(filesIn(folder)[delta]).toContain("SHALL take some cards.");
    expect((await titled(project, "Cards")).content).toContain("SHALL take any card.");
  });

  it.each([
    ["its own lines", "some cards"],
    ["Groundplan's lines", "any card"],
    ["other lines", "most cards"],
  ])("is in step once its markers are removed for %s", async (_, chosen) => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    const cards = await titled(project, "Cards");
    const here = { content: cards.content.replace("SHALL Cards.", "SHALL take any card.") };
    await client.call(updateSpec, { params: cards.params, body: here });
    writeIn(folder, delta, start[delta].replace("SHALL Cards.", "SHALL take some cards."));
    expect((await sync(folder, project, "--markers")).code).toBe(6);
    expect((await titled(project, "Cards")).content).toContain("SHALL take any card.");
    const text = start[delta].replace("SHALL Cards.", `SHALL take ${chosen}.`);
    writeIn(folder, delta, text);
    await synced(folder, project);
    expect(filesIn(folder)[delta]).toBe(text);
    expect((await titled(project, "Cards")).content).toContain(`SHALL take ${chosen}.`);
    expect(await synced(folder, project)).toContain("0 files written, 0 removed, 0 specs changed");
  });

  it("leaves alone in Groundplan what was removed from it, and does not bring it back", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    writeIn(folder, tasks, start[tasks].replace("- [ ] 1.2 Two\n", ""));
    await synced(folder, project);
    await synced(folder, project);
    expect(filesIn(folder)[tasks]).toBe("## 1. All\n- [ ] 1.1 One\n- [ ] 1.3 Three\n");
    expect((await titled(project, "Two")).status).toBe("TODO");
  });

  it("follows a file that one side renamed while the other changed it", async () => {
    const project = await newProject();
    const [one, two] = await newClones(project);
    renameCapability(one, "paying");
    const cards = await titled(project, "Cards");
    await client.call(updateSpec, {
      params: cards.params,
      body: { title: "Any card", content: cards.content.replace("**THEN** done", "**THEN** paid") },
    });
    writeIn(two, delta, start[delta].replace("SHALL Cash.", "SHALL take Cash."));
    for (const folder of [one, two, one]) await synced(folder, project);
    const renamed = start[delta]
      .replace("Requirement: Cards", "Requirement: Any card")
      .replace("**THEN** done", "**THEN** paid")
      .replace("SHALL Cash.", "SHALL take Cash.");
    for (const folder of [one, two])
      expect(filesIn(folder)).toEqual({
        [delta.replace("specs/pay/", "specs/paying/")]: renamed,
        [tasks]: start[tasks],
        "openspec/changes/pay/proposal.md": start["openspec/changes/pay/proposal.md"],
      });
    const titles = (await specsIn(project)).map(({ title }) => title);
    expect(titles.sort()).toEqual(["Any card", "Cash", "One", "Three", "Two"]);
  });

  it("gives a file that both sides renamed the name that was sent first, with the changes of both", async () => {
    const project = await newProject();
    const [one, two] = await newClones(project);
    const pathIn = (name: string) => delta.replace("specs/pay/", `specs/${name}/`);
    const [sent, refused] = [pathIn("paying"), pathIn("payments")];
    renameCapability(one, "paying");
    renameCapability(two, "payments");
    writeIn(two, refused, start[delta].replace("SHALL Cash.", "SHALL take Cash."));
    await synced(one, project);
    const told = await sync(two, project);
    expect(told.code).toBe(0);
    expect(told.stdout).toContain(sent);
    expect(told.stdout).toContain(`${refused} (removed)`);
    await synced(one, project);
    for (const folder of [one, two]) {
      const files = filesIn(folder);
      expect(files[sent]).toContain("SHALL take Cash.");
      expect(Object.keys(files)).not.toContain(refused);
    }
    const titles = (await specsIn(project)).map(({ title }) => title);
    expect(titles.sort()).toEqual(["Cards", "Cash", "One", "Three", "Two"]);
  });

  it("writes the first line of a task below its box, once", async () => {
    const [folder, project] = [newFolder(start), await newProject()];
    await synced(folder, project);
    const { params, content } = await titled(project, "Two");
    await client.call(updateSpec, { params, body: { content: `${content}\n- With a receipt` } });
    for (let count = 0; count < 2; count++) await synced(folder, project);
    expect(filesIn(folder)[tasks]).toContain("- [ ] 1.2 Two\n  - With a receipt\n- [ ] 1.3 Three\n");
    expect((await titled(project, "Two")).content).toMatch(/\n- With a receipt$/);
  });

  it("renames in Groundplan what was renamed in a clone before its first sync", async () => {
    const project = await newProject();
    const [one, two] = [newFolder(start), newFolder(start)];
    await synced(one, project);
    renameCapability(two, "paying");
    const renamed = filesIn(two);
    for (const folder of [two, one]) await synced(folder, project);
    expect([filesIn(one), filesIn(two)]).toEqual([renamed, renamed]);
    expect(await specsIn(project)).toHaveLength(5);
  });

  it("leaves alone the half-written file of a killed sync", async () => {
    const left = Object.assign({}, start, { [`${tasks}.groundplan-77`]: "## 1. Al" });
    const [one, two, project] = [newFolder(left), newFolder(start), await newProject()];
    for (const folder of [one, two, one]) await synced(folder, project);
    expect([filesIn(one), filesIn(two)]).toEqual([left, start]);
  });

  it(
    "loses no word over random histories of two clones and the console",
    async () => {
      const act = fc.record({
        who: fc.constantFrom("one", "two", "console"),
        what: fc.constantFrom(
          "add a line",
          "change a line",
          "add a spec",
          "sync",
          "sync",
          "interrupted sync",
          "killed sync",
          "rename a file",
        ),
        where: fc.nat(3),
        after: fc.integer({ min: 150, max: 1500 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (acts) => {
          const project = await newProject();
          const clones = { one: newFolder(start), two: newFolder(start) };
          await synced(clones.one, project);
          await synced(clones.two, project);
          const said: string[] = [];
          for (const [n, { who, what, where, after }] of acts.entries()) {
            const word = `word${n}x`;
            if (who === "console") {
              if (await actInConsole(project, what, where, word)) said.push(word);
            } else if (what === "sync") {
              expect([0, 6]).toContain((await sync(clones[who], project)).code);
            } else if (what === "interrupted sync") {
              // As if killed before it noted what it had done.
              const forgotten = mkdtempSync(join(folders, "state-"));
              cpSync(join(folders, "state"), forgotten, { recursive: true });
              const { code } = await groundplanHere(
                ["sync", clones[who], "--project", project],
                Object.assign({}, env, { XDG_STATE_HOME: forgotten }),
              );
              expect([0, 6]).toContain(code);
              rmSync(forgotten, { recursive: true });
            } else if (what === "killed sync") {
              await killedSync(clones[who], project, after);
            } else if (what === "rename a file") {
              renameCapability(clones[who], `pay-${n}`);
            } else if (actInFolder(clones[who], what, where, word)) said.push(word);
          }
          for (let round = 0; round < 2; round++)
            for (const folder of Object.values(clones))
              expect([0, 6]).toContain((await sync(folder, project)).code);
          const specs = await specsIn(project);
          const everything = JSON.stringify([filesIn(clones.one), filesIn(clones.two), specs]);
          for (const word of said) expect(everything, word).toContain(word);
          const titles = specs.map(({ title }) => title);
          expect(titles.length).toBe(new Set(titles).size);
        }),
        { numRuns: isLong ? 100 : 4 },
      );
    },
    isLong ? 3_600_000 : 120_000,
  );

  /** Renames the folder of the change's only capability. */
  function renameCapability(folder: string, name: string): void {
    const specs = join(folder, "openspec/changes/pay/specs");
    const [old] = readdirSync(specs);
    if (old !== undefined) renameSync(join(specs, old), join(specs, name));
  }

  /** Syncs in a process that is killed after a time, unless it ends before. */
  async function killedSync(folder: string, project: string, after: number): Promise<void> {
    const child = spawn(process.execPath, [bin, "sync", folder, "--project", project], {
      env: environment(env),
      stdio: "ignore",
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), after);
    await once(child, "close");
    clearTimeout(timer);
  }

  function actInFolder(folder: string, what: string, where: number, word: string): boolean {
    const text = filesIn(folder)[tasks] ?? "";
    const lines = text.split("\n");
    const boxes = lines.flatMap((line, index) => (line.startsWith("- [") ? [index] : []));
    const at = boxes[where % Math.max(1, boxes.length)];
    if (at === undefined || hasWord(lines[at])) return false;
    if (what === "add a line") lines.splice(at + 1, 0, `  - ${word}`);
    else if (what === "change a line") lines[at] = `${lines[at]} ${word}`;
    else lines.splice(at + 1, 0, `- [ ] 9.${word.replace(/\D/g, "")} ${word}`);
    writeIn(folder, tasks, lines.join("\n"));
    return true;
  }

  async function actInConsole(project: string, what: string, where: number, word: string): Promise<boolean> {
    const specs = (await specsIn(project)).filter(({ title }) => !hasWord(title));
    const spec = specs[where % Math.max(1, specs.length)];
    if (!spec || what.includes("sync") || what === "rename a file") return false;
    const { specShortId: _, ...params } = spec.params;
    try {
      if (what === "add a spec") await client.call(createSpec, { params, body: { title: word } });
      else if (what === "add a line")
        await client.call(updateSpec, {
          params: spec.params,
          body: { content: `${spec.content}\n- ${word}` },
        });
      else await client.call(updateSpec, { params: spec.params, body: { title: `${spec.title} ${word}` } });
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
    return true;
  }

  // A line or title that has a word already may be replaced by whoever changes it next.
  const hasWord = (text = "") => /word\d+x/.test(text);
});
