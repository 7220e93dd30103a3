import { execFile } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { version } from "@groundplan/contract";
import { expect, it } from "vitest";
import { type Ended, groundplan, groundplanHere, groundplanUntil, refusal, startFake } from "./testing.ts";

const root = join(import.meta.dirname, "../..");
const bin = join(root, "cli/bin/groundplan.js");
const run = promisify(execFile);

it("prints its version, the contract's", async () => {
  expect(await groundplan(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

it("runs as `npx groundplan` in a clone", async () => {
  const stdout = await new Promise<string>((resolve, reject) => {
    execFile("npx", ["groundplan", "--version"], { cwd: root, timeout: 25_000 }, (error, text) =>
      error ? reject(error) : resolve(text),
    );
  });
  expect(stdout).toBe(`${version}\n`);
});

/** Runs the command of `npx groundplan` on a Node that claims to be another version. */
const onNode = (node: string) => {
  const versions = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${node}"}})`;
  return run(process.execPath, ["--import", `data:text/javascript,${versions}`, bin, "--version"]);
};

it.each(["12.22.0", "20.20.2", "23.11.1"])("says in one sentence that Node %s is too old", async (node) => {
  const { code, stdout, stderr } = await onNode(node).then(
    () => expect.unreachable(),
    (error) => error,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(new RegExp(`^Groundplan needs Node 24 or newer and this is ${node}: [^\n]*\n$`));
});

it("starts on Node 24", async () => {
  expect(await onNode("24.0.0")).toEqual({ stdout: `${version}\n`, stderr: "" });
});

it.each([
  [["frobnicate"], "unknown command 'frobnicate'", "push [options] <plan>"],
  [["admin", "frobnicate"], "unknown command 'frobnicate'", "jobs [options]"],
  [["admin", "key", "frobnicate"], "unknown command 'frobnicate'", "create [options]"],
  [["pusj"], "Did you mean push?", "serve"],
  [["push", "PLAN-1", "--jsn"], "Did you mean --json?", "unknown option"],
  [["plan", "lsit"], "Did you mean list?", "list [options]"],
  [["plan"], "Usage: groundplan plan", "list [options]"],
])("answers %j with the commands that exist", async (args, problem, help) => {
  const { code, stdout, stderr } = await groundplanHere(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(problem);
  expect(stderr).toContain(help);
});

it("ends its process with the exit code and the reason for the refusal", async () => {
  const { stdout, stderr, code } = await groundplan(["frobnicate"]);
  expect({ code, stdout, stderr }).toEqual(await groundplanHere(["frobnicate"]));
});

const clientCommands = [
  ["project", "create", "Web"],
  ["plan", "list", "--project", "web"],
  ["push", "PLAN-1"],
  ["push", "PLAN-1", "--project", "web"],
].map((args) => ({ command: args.join(" "), args }));

it.each(clientCommands)("$command: says how to get a key if none is set", async ({ args }) => {
  const { code, stdout, stderr } = await groundplanHere(args);
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(stderr).toMatch(/^GROUNDPLAN_API_KEY is not set\. .*groundplan admin key create.*\n$/);
});

// Each of these retries for a second; the others use the same two kinds of requests.
const tryingAgain = clientCommands.filter((_, at) => at === 0 || at === 2);

it.each(tryingAgain)("$command: says what to do if no service answers", async ({ args }) => {
  const env = { GROUNDPLAN_URL: "http://127.0.0.1:9", GROUNDPLAN_API_KEY: "psk_test" };
  const { code, stdout, stderr } = await groundplanHere(args, env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1:9\. [^\n]+\n$/);
});

it("shows a refusal with its code, its request and its details, and never characters that control a terminal", async () => {
  const details = [{ path: "/name", message: "must not be \u001b[31mempty\u001b]0;title\u0007" }];
  const fake = await startFake(() =>
    refusal(400, "invalid_request", "The request\u001b[2J is wrong.", details),
  );
  try {
    const { code, stdout, stderr } = await groundplanHere(["project", "create", "Web"], fake.env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe("The request is wrong. (invalid_request, request r1)\n  name must not be empty\n");
  } finally {
    await fake.close();
  }
});

it("names the request once if the message names it already", async () => {
  const fake = await startFake(() => refusal(500, "internal_error", "It failed. (request r1)"));
  const { stderr } = await groundplanHere(["project", "create", "Web"], fake.env);
  await fake.close();
  expect(stderr).toBe("It failed. (request r1) (internal_error)\n");
});

function toFullDisk(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const full = openSync("/dev/full", "w");
  return groundplan(args, env, [], full).finally(() => closeSync(full));
}

it.skipIf(!existsSync("/dev/full"))(
  "ends with 1 and one sentence if standard output can't be written (skipped if there is no /dev/full)",
  async () => {
    const fake = await startFake(() => ({ status: 200, body: { plans: [] } }));
    const list = ["plan", "list", "--project", "web"];
    const commands = [[...list, "--json"], list, ["--version"], ["push", "--help"]];
    const stderr =
      "Standard output can't be written (ENOSPC). Check its destination and the free disk space.\n";
    const ended = await Promise.all(commands.map((args) => toFullDisk(args, fake.env)));
    for (const each of ended) expect(each).toMatchObject({ code: 1, stderr });
    await fake.close();
  },
);

it("ends without a word if the reader of its output has closed the pipe", async () => {
  const ended = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [bin, "--help"], (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
    child.stdout?.destroy();
  });
  expect(ended).toEqual({ code: 0, stderr: "" });
});

it("starts Node with the memory sizes that keep a long push flat", async () => {
  const tellOptions = "--import=data:text/javascript,process.stderr.write(String(process.execArgv))";
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, NODE_OPTIONS: tellOptions };
  const { stdout, stderr } = await run(bin, ["--version"], { env });
  expect([stdout, stderr]).toEqual([
    `${version}\n`,
    "--min-semi-space-size=4,--max-semi-space-size=4,--initial-old-space-size=32",
  ]);
});

const withoutServer = [
  "--import",
  `data:text/javascript,import{registerHooks}from"node:module";registerHooks({load(url,context,next){if(url.includes("/server/src/"))throw new Error("the server was loaded");return next(url,context)}})`,
];

it("starts a client command without loading the server", async () => {
  const refused = await groundplan(["project", "create", "Web"], {}, withoutServer);
  expect(refused).toMatchObject({ code: 4, stdout: "" });
  expect(refused.stderr).toContain("GROUNDPLAN_API_KEY is not set");
  const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  const control = await groundplan(["admin", "jobs"], { GROUNDPLAN_DATA_DIR: folder }, withoutServer);
  rmSync(folder, { recursive: true });
  expect(control.stderr).toContain("the server was loaded");
});

it.each([
  ["invalid_request", 400, 1],
  ["unauthorized", 401, 4],
  ["insufficient_scope", 403, 5],
  ["forbidden", 403, 5],
  ["not_found", 404, 3],
  ["plan_archived", 409, 6],
  ["precondition_failed", 412, 6],
  ["internal_error", 500, 8],
])("ends after %s (%i) with the exit code %i", async (error, status, code) => {
  const fake = await startFake(() => refusal(status, error, "No."));
  expect(await groundplanHere(["project", "create", "Web"], fake.env)).toMatchObject({ code, stdout: "" });
  await fake.close();
});

it("ends with 7 after the rate limit has refused every attempt", async () => {
  const limited = { ...refusal(429, "rate_limited", "Wait."), headers: { "retry-after": "0" } };
  const fake = await startFake(() => limited);
  expect(await groundplanHere(["project", "create", "Web"], fake.env)).toMatchObject({ code: 7 });
  await fake.close();
});

it("explains a missing key in terms of commands", async () => {
  const said = async (status: number, code: string, message: string) => {
    const fake = await startFake(() => refusal(status, code, message));
    const { stderr } = await groundplanHere(["project", "create", "Web"], fake.env);
    await fake.close();
    return stderr;
  };
  const unknown = await said(401, "unauthorized", "Send `Authorization: Bearer <credential>`.");
  expect(unknown).toMatch(/GROUNDPLAN_API_KEY: it is unknown, [^\n]*`groundplan admin key create`/);
  expect(unknown).not.toContain("Bearer");
  const narrow = await said(403, "insufficient_scope", "Use one with the `write` scope.");
  expect(narrow).toContain("`groundplan admin key create --scope write`");
  const absent = await said(404, "not_found", "There is none. Check the address and the handle.");
  expect(absent).toContain("There is none. Check the handle and the project.");
  const unset = await said(409, "no_target", "Set one with `PUT /v1/projects/web/tracker`.");
  expect(unset).toContain("Set one with `groundplan tracker set`.");
});

it("ends with 130 on Ctrl-C", async () => {
  const limited = { ...refusal(429, "rate_limited", "Wait."), headers: { "retry-after": "30" } };
  const fake = await startFake(() => limited);
  const { code, stdout } = await groundplanUntil("asks to wait", ["project", "create", "Web"], fake.env);
  expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
  await fake.close();
});

it("loads only the files of the given command's area", async () => {
  const refusing = `data:text/javascript,import{registerHooks}from"node:module";registerHooks({load(url,context,next){if(url.includes("/cli/src/commands/")&&!url.includes("/commands/planning/"))throw new Error("another command was loaded");return next(url,context)}})`;
  const named = await groundplan(["plan", "list", "--project", "web"], {}, ["--import", refusing]);
  expect(named).toMatchObject({ code: 4, stdout: "" });
  const control = await groundplan(["--help"], {}, ["--import", refusing]);
  expect(control.stderr).toContain("another command was loaded");
});
