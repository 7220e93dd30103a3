import { getProject, getSpec } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { setUpTerminal } from "../terminal.test-support.ts";

const content = "People sign in, to see their plans.\n\n## Acceptance criteria\n\n1. AC-1: It is fast.\n";

describe.each(databases)("$database: planning in the terminal", ({ create }) => {
  const terminal = setUpTerminal(create);
  const { shown, json, run, file, world } = terminal;
  const bobs = () => ({ ...terminal.env, GROUNDPLAN_API_KEY: world.bob.key });

  it("`project` shows, changes, deletes and restores projects", async () => {
    await shown("project", "create", "Shop");
    expect(await shown("project", "show", "shop")).toBe("shop  Shop\n");
    expect(await shown("project", "edit", "shop", "--name", "Web shop", "--slug", "store")).toBe(
      "store  Web shop\n",
    );
    expect(await json("project", "show", "store")).toEqual(
      await terminal.client.call(getProject, { params: { projectSlug: "store" } }),
    );
    const unconfirmed = await run(["project", "delete", "store"]);
    expect(unconfirmed).toMatchObject({ code: 2, stdout: "" });
    expect(unconfirmed.stderr).toBe("This deletes the project store with its plans. Add --yes to do it.\n");
    expect(await shown("project", "delete", "store", "--yes")).toContain(
      "`groundplan project restore store`",
    );
    expect(await shown("project", "list", "--deleted")).toBe("SLUG   NAME\nstore  Web shop\n");
    expect(await shown("project", "restore", "store")).toBe("store  Web shop\n");
  });

  it("`plan` makes, changes, moves, copies, archives, restores and deletes plans", async () => {
    const description = file("launch.md", "What the launch is for.\n");
    expect(await shown("plan", "create", "Launch", "--file", description)).toBe(
      "PLAN-1  Launch (Planning)\n",
    );
    expect(await shown("plan", "create", "Billing", "--parent", "PLAN-1")).toBe(
      "PLAN-2  Billing (Planning)\n",
    );
    const lead = world.bob.email;
    const edited = await json(
      "plan",
      "edit",
      "1",
      "--status",
      "ready",
      "--lead",
      lead,
      "--target",
      "2027-03-01",
    );
    expect(edited.plan).toMatchObject({
      description: "What the launch is for.\n",
      status: "READY",
      leadUserId: world.bob.userId,
      targetDate: "2027-03-01",
    });
    expect((await json("plan", "edit", "1", "--lead", "none", "--target", "none")).plan).toMatchObject({
      leadUserId: null,
      targetDate: null,
    });
    expect(await shown("plan", "list", "--status", "READY")).toMatch(/\nPLAN-1 .*\n$/);
    expect((await run(["plan", "move", "PLAN-2"])).code).toBe(2);
    expect((await json("plan", "move", "PLAN-2", "--root")).plan.parentShortId).toBeNull();
    expect((await json("plan", "move", "PLAN-2", "--under", "PLAN-1")).plan.parentShortId).toBe("PLAN-1");
    expect(await shown("plan", "duplicate", "PLAN-1", "--name", "Again", "--no-sub-plans")).toBe(
      "PLAN-3  Again (Planning)\n",
    );
    expect((await json("plan", "edit", "3", "--template")).plan.template).toBe(true);
    expect(await shown("plan", "list", "--templates")).toContain("PLAN-3");
    await shown("plan", "edit", "3", "--no-template");
    expect(await shown("plan", "archive", "PLAN-3")).toContain("`groundplan plan restore PLAN-3`");
    expect(await shown("plan", "list", "--archived")).toContain("Again");
    expect(await shown("plan", "restore", "PLAN-3")).toContain("Again");
    expect(await json("plan", "delete", "PLAN-3", "--yes")).toEqual({ deleted: true });
    expect((await run(["plan", "edit", "PLAN-1", "--status", "redy"])).stderr).toContain(
      "Did you mean ready?",
    );
  });

  it("`spec` makes, lists, moves, deletes and restores specs", async () => {
    const text = file("sign-in.md", content);
    expect(await shown("spec", "create", "PLAN-1", "Sign in", "--file", text, "--effort", "2")).toMatch(
      /^PLAN-1\/SPEC-1 {2}Sign in \(\w+\)\n$/,
    );
    const second = await json(
      ...["spec", "create", "1", "Sign out", "--needs", "spec-1", "--assignee", world.bob.email],
      ...["--priority", "1", "--due", "2027-01-31", "--status", "in-progress", "--parent", "SPEC-1"],
    );
    expect(second.spec).toMatchObject({
      needsFirst: ["SPEC-1"],
      assigneeUserId: world.bob.userId,
      priority: 1,
      dueDate: "2027-01-31",
      status: "IN_PROGRESS",
      parentShortId: "SPEC-1",
    });
    expect(await shown("spec", "list", "--assignee", world.bob.email, "--priority", "1")).toMatch(
      /^SPEC .*\nPLAN-1\/SPEC-2 +In progress .* Sign out\n$/,
    );
    expect((await run(["spec", "create", "PLAN-1", "X", "--assignee", "bop@acme.example"])).stderr).toContain(
      "Did you mean bob@acme.example?",
    );
    expect((await run(["spec", "create", "PLAN-1", "X", "--label", "ux"])).code).toBe(3);
    expect(await shown("spec", "status", "PLAN-1/SPEC-2", "DONE")).toBe("PLAN-1/SPEC-2  Sign out: Done\n");
    expect(await shown("spec", "move", "PLAN-1/SPEC-2", "PLAN-2")).toBe(
      "It is PLAN-2/SPEC-1 now: Sign out\n",
    );
    expect((await run(["spec", "delete", "PLAN-2/SPEC-1"])).code).toBe(2);
    expect(await shown("spec", "delete", "PLAN-2/SPEC-1", "--yes")).toContain(
      "`groundplan spec restore PLAN-2/SPEC-1`",
    );
    expect(await shown("spec", "list", "PLAN-2", "--deleted")).toContain("Sign out");
    expect(await shown("spec", "restore", "PLAN-2/SPEC-1")).toBe("PLAN-2/SPEC-1  Sign out\n");
  });

  it("`needs` lists, adds and removes what comes first, of specs and of plans", async () => {
    await shown("spec", "create", "PLAN-1", "Pay");
    await shown("needs", "add", "plan-1/spec-3", "PLAN-1/SPEC-1");
    expect(await shown("needs", "PLAN-1/SPEC-3")).toBe(
      "THIS           NEEDS FIRST\nPLAN-1/SPEC-3  PLAN-1/SPEC-1\n",
    );
    expect((await json("needs", "list", "PLAN-1")).dependencies).toHaveLength(1);
    const circle = await run(["needs", "add", "PLAN-1/SPEC-1", "PLAN-1/SPEC-3"]);
    expect(circle.code).toBe(6);
    expect(await shown("needs", "remove", "PLAN-1/SPEC-3", "PLAN-1/SPEC-1")).toContain("no longer needs");
    expect((await run(["needs", "remove", "PLAN-1/SPEC-3", "PLAN-1/SPEC-1"])).code).toBe(3);
    expect((await run(["needs", "add", "PLAN-1", "PLAN-1/SPEC-1"])).code).toBe(2);
    await shown("plan", "create", "Later");
    const later = "PLAN-4";
    expect(await shown("needs", "add", later, "PLAN-1")).toBe(`${later} needs PLAN-1 first.\n`);
    expect(await shown("needs", later)).toContain("PLAN-1\n");
  });

  it("`readiness` tells how to make a spec clearer, and how ready a plan's specs are", async () => {
    expect(await shown("readiness", "PLAN-1/SPEC-1")).toMatch(
      /^PLAN-1\/SPEC-1 {2}\w+, \d of 5\n {2}line \d+: .*fast/,
    );
    expect(await shown("readiness", "PLAN-1")).toContain("SPEC-3");
    expect((await json("readiness", "PLAN-1/SPEC-1")).reasons.length).toBeGreaterThan(0);
  });

  it("`search` finds plans and specs", async () => {
    expect(await shown("search", "sign", "in", "--kind", "spec")).toMatch(
      /^KIND .*\nspec +PLAN-1\/SPEC-1 +Sign in /,
    );
    expect((await json("search", "launch")).results[0]).toMatchObject({
      kind: "plan",
      planShortId: "PLAN-1",
    });
    expect(await shown("search", "nothingsuch")).toMatch(/^Nothing matches/);
  });

  it("`open` prints the address in the console", async () => {
    const { GROUNDPLAN_URL: url } = terminal.env;
    expect(await shown("open", "plan-1/spec-1")).toBe(`${url}/projects/web/plans/PLAN-1/specs/SPEC-1\n`);
    expect(await shown("open", "1")).toBe(`${url}/projects/web/plans/PLAN-1\n`);
    expect(await json("open")).toEqual({ url: `${url}/projects/web` });
    for (const handle of ["PLAN-99", "PLAN-1/SPEC-99"])
      expect(await run(["open", handle])).toMatchObject({ code: 3, stdout: "" });
  });

  it("a refusal about one field is said once", async () => {
    const { stderr } = await run(["plan", "edit", "PLAN-1", "--status", "done"]);
    expect(stderr).toMatch(/^The status can't go from .*\(invalid_transition, request \S+\)\n$/);
  });

  const editing = (script: string) => ({ ...terminal.env, EDITOR: script });

  it("`spec edit` saves what the editor saved, and says that nothing changed", async () => {
    const saved = await run(["spec", "edit", "PLAN-1/SPEC-1"], editing("sed -i s/fast/quick/"));
    expect(saved).toMatchObject({ code: 0, stderr: "" });
    expect((await json("spec", "show", "PLAN-1/SPEC-1")).spec.content).toContain("It is quick.");
    const same = await run(["spec", "edit", "PLAN-1/SPEC-1"], editing("true"));
    expect(same.stdout).toBe("The text is unchanged.\n");
    expect((await run(["spec", "edit", "PLAN-1/SPEC-1"])).stderr).toMatch(/^Set EDITOR /);
    const failed = await run(["spec", "edit", "PLAN-1/SPEC-1"], editing("false"));
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    const changed = await json("spec", "edit", "PLAN-1/SPEC-1", "--title", "Log in", "--effort", "none");
    expect(changed.spec).toMatchObject({ title: "Log in", effort: null });
  });

  /** An editor: others change the words `from` meanwhile, `edit` changes the text, `merge` a text with marks. */
  const meanwhile = ([from, to]: [string, string], edit: string, merge = "text") => {
    const script = `
      import { readFileSync, writeFileSync } from "node:fs";
      const file = process.argv[2];
      const text = readFileSync(file, "utf8");
      const { GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: key } = process.env;
      const others = () => fetch(url + "/v1/projects/web/plans/PLAN-1/specs/SPEC-1", {
        method: "PATCH",
        headers: { authorization: "Bearer " + key, "content-type": "application/json" },
        body: JSON.stringify({ edits: [{ old: ${JSON.stringify(from)}, new: ${JSON.stringify(to)} }] }),
      });
      if (text.includes("<<<<<<<")) writeFileSync(file, ${merge});
      else { await others(); writeFileSync(file, ${edit}); }`;
    return editing(`'${process.execPath}' ${file("editor.mjs", script)}`);
  };
  const params = { projectSlug: "web", planShortId: "PLAN-1", specShortId: "SPEC-1" };
  const textNow = async () => (await terminal.client.call(getSpec, { params })).spec.content;

  it("`spec edit` merges with what others change meanwhile", async () => {
    const env = meanwhile(["People", "Members"], 'text.replace("quick", "instant")');
    expect(await run(["spec", "edit", "PLAN-1/SPEC-1"], env)).toMatchObject({ code: 0, stderr: "" });
    expect(await textNow()).toMatch(/^Members sign in.*instant\.\n$/s);
  });

  it("`spec edit` keeps the text in a file if it can't be merged, and says how to save it", async () => {
    const env = meanwhile(["It is instant.", "It takes 1 s."], 'text.replace("instant", "immediate")');
    const clash = await run(["spec", "edit", "PLAN-1/SPEC-1"], env);
    expect(clash).toMatchObject({ code: 6, stdout: "" });
    const [, kept] = /Your text is in (\S+)\. Save it with/.exec(clash.stderr) ?? [];
    expect(await run(["spec", "edit", "PLAN-1/SPEC-1", "--file", kept ?? ""])).toMatchObject({ code: 0 });
    expect(await textNow()).toContain("It is immediate.");
  });

  it("on a terminal `spec edit` opens the editor again with both sides of a conflict", async () => {
    const merge = 'text.replace(/<{7} yours\\n(.*)\\n={7}\\n(.*)\\n>{7} Groundplan/, "$1 $2")';
    const env = meanwhile(
      ["It is immediate.", "It takes 2 s."],
      'text.replace("immediate", "instant")',
      merge,
    );
    const own = [process.stdin.isTTY, process.stderr.isTTY];
    process.stdin.isTTY = process.stderr.isTTY = true;
    try {
      expect(await run(["spec", "edit", "PLAN-1/SPEC-1"], env)).toMatchObject({ code: 0 });
    } finally {
      [process.stdin.isTTY, process.stderr.isTTY] = own as [true, true];
    }
    expect(await textNow()).toContain("1. AC-1: It is instant. 1. AC-1: It takes 2 s.\n");
  });

  it("who may not read a plan gets the same answers as for one that doesn't exist", async () => {
    await shown("plan", "create", "Secret", "--private");
    for (const args of [
      ["needs", "PLAN-5"],
      ["readiness", "PLAN-5"],
      ["open", "PLAN-5"],
    ]) {
      const anywhere = { ...bobs(), GROUNDPLAN_PROJECT: "" };
      const [hidden, absent] = [await run(args, anywhere), await run([args[0] ?? "", "PLAN-99"], anywhere)];
      expect(hidden).toMatchObject({ code: 3, stdout: "" });
      expect(hidden.stderr.replace("PLAN-5", "PLAN-99")).toBe(absent.stderr);
    }
  });
});
