import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { setUpTerminal } from "../terminal.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(databases)("$database: what planners read, in the terminal", ({ create }) => {
  const terminal = setUpTerminal(create, {});
  const { shown, json, run, file } = terminal;

  it("`context` adds files and texts, lists, prints, packs and deletes them", async () => {
    await shown("plan", "create", "Launch");
    const notes = file("notes.md", "# Notes\n\nInvoices are kept for ten years.\n");
    const added = await shown("context", "add", notes);
    const [id = ""] = added.split("  ");
    expect(added).toMatch(/^\S+ {2}notes\.md \(\d+ tokens\)\n$/);
    expect(await shown("context", "list")).toMatch(new RegExp(`\\n${id} +project +\\d+ +notes\\.md\\n`));
    const ofPlan = await json("context", "add", notes, "--plan", "PLAN-1", "--folder", "law");
    expect(ofPlan.sources).toMatchObject([{ scope: "PLAN", folderPath: "law" }]);
    expect((await json("context", "PLAN-1")).sources).toHaveLength(2);
    await expect.poll(() => shown("context", "show", id)).toContain("Invoices are kept for ten years.");
    const docs = join(folder, `docs-${terminal.env.GROUNDPLAN_URL?.slice(-5)}`);
    mkdirSync(join(docs, "api"), { recursive: true });
    writeFileSync(join(docs, "rules.md"), "Rules\n");
    writeFileSync(join(docs, "api/errors.md"), "Errors\n");
    expect(
      (await json("context", "add", docs, "--plan", "PLAN-1", "--folder", "docs")).sources,
    ).toMatchObject([
      { title: "errors.md", folderPath: "docs/api" },
      { title: "rules.md", folderPath: "docs" },
    ]);
    const taken = await run(["context", "add", notes]);
    expect(taken.code).toBe(6);
    expect(taken.stderr).toContain("`--on-conflict`");
    await shown("context", "add", notes, "--on-conflict", "keep_both");
    await shown("context", "add", notes, "--workspace");
    expect((await json("context", "list", "--workspace")).sources).toMatchObject([{ scope: "TEAM" }]);
    expect(await shown("context", "pack", "PLAN-1", "--budget", "5000")).toContain("ten years");
    expect((await json("context", "pack", "PLAN-1", "--for", "build")).pack.budget).toBe(20_000);
    expect((await run(["context", "delete", id])).code).toBe(2);
    expect(await json("context", "delete", id, "--yes")).toEqual({ deleted: true });
    const page = ofPlan.sources[0].id;
    expect((await run(["context", "refresh", page, "--plan", "PLAN-1"])).stderr).toContain("(not_a_url");
    await shown("context", "delete", page, "--plan", "PLAN-1", "--yes");
    expect((await run(["context", "add", "-"])).code).toBe(2);
    expect((await run(["context", "add", "absent.md"])).stderr).toMatch(
      /^absent\.md can't be read \(ENOENT\)/,
    );
  });

  it("`formats` lists, prints, writes and deletes formats", async () => {
    expect(await shown("formats")).toMatch(/^KIND +FROM +BEGINS\nspec +built-in /);
    const own = file("format.md", "Write short specs.\n");
    expect(await shown("formats", "set", "spec", own)).toBe("The format of the project for spec is saved.\n");
    expect(await shown("formats", "show", "spec")).toBe("Write short specs.\n");
    expect((await json("formats", "list", "--workspace")).formats[0].tier).toBe("built-in");
    expect(await shown("formats", "delete", "spec")).toBe("The format for spec is deleted.\n");
    expect((await run(["formats", "show", "spek"])).stderr).toContain("Did you mean spec?");
  });

  it("`instructions` writes, proposes, decides, and restores versions", async () => {
    expect(await shown("instructions")).toContain("`groundplan instructions set FILE`");
    await shown("instructions", "set", file("one.md", "Use British English.\n"), "--message", "Language");
    await shown("instructions", "set", file("two.md", "Use American English.\n"));
    expect(await shown("instructions", "versions")).toMatch(/^VERSION .*\n2 .*\n1 .*Language\n$/);
    expect(await shown("instructions", "versions", "1")).toBe("Use British English.\n");
    expect(await shown("instructions", "restore", "1")).toContain("those of version 1 again");
    const three = file("three.md", "Use British English.\n\nName branches after specs.\n");
    const propose = async () =>
      (await json("instructions", "propose", three, "--message", "Branches")).proposal.id;
    const [kept, rejected, withdrawn] = [await propose(), await propose(), await propose()];
    expect(await shown("instructions", "proposals")).toContain("Branches");
    expect(await shown("instructions", "reject", rejected)).toBe("The proposal is rejected.\n");
    expect(await shown("instructions", "withdraw", withdrawn)).toBe("The proposal is withdrawn.\n");
    expect(await shown("instructions", "accept", kept)).toBe("The proposal is accepted.\n");
    expect(await shown("instructions", "show")).toContain("Name branches after specs.");
    await shown("instructions", "set", three, "--workspace");
    expect((await json("instructions", "show", "--workspace")).instructions.scope).toBe("company");
    expect((await run(["instructions", "delete"])).code).toBe(2);
    await shown("instructions", "delete", "--yes");
    expect((await json("instructions")).instructions.scope).toBe("company");
  });

  it("`skills` adds a folder, lists, prints, exports and deletes skills", async () => {
    const skills = join(folder, `skills-${terminal.env.GROUNDPLAN_URL?.slice(-5)}`);
    mkdirSync(join(skills, "name-branches/examples"), { recursive: true });
    const text = "---\nname: name-branches\ndescription: Names branches.\n---\n\nName them after specs.\n";
    writeFileSync(join(skills, "name-branches/SKILL.md"), text);
    writeFileSync(join(skills, "name-branches/examples/one.txt"), "plan-1/spec-2\n");
    expect(await shown("skills", "add", skills)).toBe("name-branches: created\n");
    expect(await shown("skills")).toMatch(/\nname-branches +project +Names branches\.\n/);
    expect(await shown("skills", "show", "name-branches")).toMatch(
      /Name them after specs\.\nexamples\/one\.txt \(14 bytes\)\n$/,
    );
    const zip = join(skills, "out.zip");
    expect(await shown("skills", "export", "name-branches", "--output", zip)).toBe(`Saved ${zip}.\n`);
    expect((await run(["skills", "export", "name-branches", "--output", zip])).stderr).toContain(
      "it exists already",
    );
    expect(readFileSync(zip).subarray(0, 2).toString()).toBe("PK");
    expect(await shown("skills", "add", zip, "--workspace")).toBe("name-branches: created\n");
    expect((await json("skills", "list", "--workspace")).skills.at(-1).scope).toBe("company");
    expect((await run(["skills", "add", zip])).code).toBe(6);
    await shown("skills", "delete", "name-branches", "--yes");
    expect((await run(["skills", "delete", "name-branches"])).code).toBe(2);
  });

  it("`prototype` uploads a folder, lists and saves its files, and makes and ends links", async () => {
    const page = join(folder, `page-${terminal.env.GROUNDPLAN_URL?.slice(-5)}`);
    mkdirSync(join(page, "assets"), { recursive: true });
    writeFileSync(join(page, "index.html"), "<script src=assets/app.js></script>");
    writeFileSync(join(page, "assets/app.js"), "1");
    expect(await shown("prototype", "upload", "PLAN-1", page)).toContain("Files: 2.");
    expect(await shown("prototype", "PLAN-1")).toMatch(/\nassets\/app\.js +1 .*\nindex\.html \(opens\) /);
    const saved = join(page, "saved.js");
    await shown("prototype", "download", "PLAN-1", "assets/app.js", "--output", saved);
    expect(readFileSync(saved, "utf8")).toBe("1");
    expect(await shown("prototype", "share", "PLAN-1", "--expires", "14d")).toMatch(
      /^http\S+\nIt works until /,
    );
    const { shares } = await json("prototype", "links", "PLAN-1");
    expect(await shown("prototype", "unshare", "PLAN-1", shares[0].id)).toBe("The link no longer works.\n");
    expect((await run(["prototype", "delete", "PLAN-1"])).code).toBe(2);
    expect(await json("prototype", "delete", "PLAN-1", "--yes")).toEqual({ deleted: true });
    expect((await run(["prototype", "show", "PLAN-1"])).code).toBe(3);
  });
});
