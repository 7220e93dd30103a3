import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { databases } from "../../../server/test/databases.ts";
import { setUpTerminal } from "../commands/terminal.test-support.ts";
import { groundplanHere } from "../testing.ts";

const completed = async (words: string[], env = {}) =>
  (await groundplanHere(["__complete", "--", ...words], env)).stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split("\t")[0]);

it.each([
  [["pla"], ["plan"]],
  [["spec", "st"], ["status"]],
  [
    ["spec", "status", "PLAN-1/SPEC-1", ""],
    ["todo", "in-progress", "done", "cancelled"],
  ],
  [["plan", "edit", "PLAN-1", "--status", "b"], ["building"]],
  [["plan", "edit", "--tea"], ["--team"]],
  [["completion", "z"], ["zsh"]],
  [["nothing", ""], []],
])("completes %j", async (words, expected) => {
  expect(await completed(words)).toEqual(expected);
});

it("completes no handle without a service, and says nothing", async () => {
  const env = { GROUNDPLAN_URL: "http://127.0.0.1:9", GROUNDPLAN_API_KEY: "psk_test" };
  expect(await groundplanHere(["__complete", "--", "plan", "show", ""], env)).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
});

it.each(["bash", "zsh", "fish"])("`completion` prints a script for %s", async (shell) => {
  const { code, stdout } = await groundplanHere(["completion", shell]);
  expect(code).toBe(0);
  expect(stdout).toContain("groundplan __complete --");
  if (shell === "bash") execFileSync("bash", ["-n"], { input: stdout });
});

it("names the shell that was meant", async () => {
  expect((await groundplanHere(["completion", "bsh"])).stderr).toContain("Did you mean bash?");
});

describe.each(databases)("$database: completing handles", ({ create }) => {
  const terminal = setUpTerminal(create);

  it("completes plans by their handles, and specs after a slash", async () => {
    await terminal.shown("plan", "create", "Launch");
    await terminal.shown("spec", "create", "PLAN-1", "Sign in");
    expect(await completed(["plan", "show", "PL"], terminal.env)).toEqual(["PLAN-1"]);
    expect(await completed(["needs", "P"], terminal.env)).toEqual(["PLAN-1"]);
    expect(await completed(["spec", "show", "PLAN-1/"], terminal.env)).toEqual(["PLAN-1/SPEC-1"]);
    const strangers = { ...terminal.env, GROUNDPLAN_API_KEY: terminal.world.mallory.key };
    expect(await completed(["plan", "show", "PL"], strangers)).toEqual([]);
  });
});
