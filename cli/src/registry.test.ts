import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { beforeAll, expect, it } from "vitest";
import { examplesOf } from "./command.ts";
import { withUsual } from "./group.ts";
import { programFor } from "./program.ts";
import { type Leaf, leavesOf } from "./registry.ts";

const root = join(import.meta.dirname, "../..");
let program: Command;
let leaves: Leaf[];
beforeAll(async () => {
  program = await programFor([]);
  leaves = leavesOf(program);
});

it("every command has a description, and examples that exist", () => {
  for (const { path, command } of leaves) {
    expect(command.description(), path).not.toBe("");
    expect(examplesOf(command).length, path).toBeGreaterThan(0);
    for (const example of examplesOf(command))
      for (const words of callsIn(example)) requireKnown(words, example);
  }
});

/** Commands that answer nothing of the API, or a file. */
const withoutJson = [
  ...["logout", "api", "mcp", "serve", "completion"],
  ...["skills export", "prototype download"],
];

it("every command that asks the API prints its answer with --json", () => {
  const without = leaves.filter(({ command }) => !command.options.some(({ long }) => long === "--json"));
  expect(without.map(({ path }) => path).sort()).toEqual([...withoutJson].sort());
});

it("no option takes a secret", () => {
  for (const { path, command } of leaves)
    for (const { long = "", argChoices } of command.options)
      if (/-(key|token|secret|password)$/.test(long) && !argChoices && long !== "--new-secret")
        expect([path, long]).toEqual(["tracker set", "--key"]); // Jira's key of a project.
});

it("every command is tried by a test", () => {
  const tests = globSync("cli/src/**/*.test.ts", { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
  const flat = tests.replace(/\s+/g, " ");
  const isTried = (path: string) => flat.includes(`"${path.split(" ").join('", "')}"`);
  const untried = leaves.filter(({ path }) => {
    const usual = withUsual(program, path.split(" ").slice(0, 1)).join(" ");
    return !isTried(path) && !(usual === path && isTried(path.split(" ")[0] ?? ""));
  });
  expect(untried.map(({ path }) => path)).toEqual([]);
});

const documents = [
  ...["README.md", "CONTRIBUTING.md", "cli/README.md"],
  ...globSync("docs/*.md", { cwd: root }),
  ...globSync("docs/decisions/*.md", { cwd: root }),
];

it.each(documents)("%s names commands and options that exist", (file) => {
  const page = readFileSync(join(root, file), "utf8");
  const fences = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = ""]) =>
    text.replaceAll("\\\n", " "),
  );
  const inline = [...page.replace(/^```.*?^```/gms, "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) =>
    text.replace(/\s+/g, " "),
  );
  for (const text of [...fences.flatMap((fence) => fence.split("\n")), ...inline])
    for (const words of callsIn(text)) requireKnown(words, text);
});

/** Returns the words after each `groundplan` that begins a command of a shell. */
const callsIn = (text: string): string[][] =>
  [...text.matchAll(/(?:^|[|;&(] *|\$ |npx |\w+=\S+ )groundplan ((?:"[^"]*"|'[^']*'|[^|;&#\n)])+)/g)].map(
    ([, rest = ""]) => (rest.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).filter((word) => word !== "…"),
  );

/** Throws unless the words call a command with options that it has. */
function requireKnown(given: readonly string[], where: string): void {
  const words = [...withUsual(program, given)];
  let command = program;
  while (command.commands.length > 0 && words[0] !== undefined && !words[0].startsWith("-")) {
    const name = words.shift();
    const next = command.commands.find((one) => one.name() === name);
    if (!next && name && /^[A-Z]+$/.test(name)) return; // A placeholder, such as COMMAND.
    expect(next, `${name} in: ${where}`).toBeDefined();
    command = next ?? command;
  }
  const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  const known = [...command.options.flatMap(({ long, short }) => [long, short]), "--help", "-h"];
  for (const word of own.filter((one) => /^--?[a-z]/i.test(one)))
    expect(known, `${word} in: ${where}`).toContain(word.split("=")[0]);
}
