import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { client } from "./client.ts";
import { faults } from "./faults.ts";

let process_: ChildProcessByStdio<Writable, Readable, null>;
let served: { url: string; token: string; repository: string };

beforeEach(async () => {
  const script = fileURLToPath(new URL("serve.ts", import.meta.url));
  process_ = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(createInterface(process_.stdout), "line");
  served = JSON.parse(line);
});
afterEach(async () => {
  if (process_.exitCode === null) {
    process_.kill("SIGKILL");
    await once(process_, "exit");
  }
});

it("as a separate process it takes faults and returns its state by HTTP", async () => {
  const github = client(served, served.token);
  const path = `/repos/${served.repository}/issues`;
  const rules = [{ match: { method: "POST" }, fault: faults.loseReply, skip: 1 }];
  expect(
    (await fetch(`${served.url}/__faults`, { method: "POST", body: JSON.stringify(rules) })).status,
  ).toBe(204);
  expect(await github.status("POST", path, { title: "one" })).toBe(201);
  await expect(github.send("POST", path, { title: "two" })).rejects.toThrow();
  const read = async (name: string) => (await fetch(`${served.url}/__${name}`)).json();
  expect(await read("dump")).toMatchObject([{ title: "one" }, { title: "two" }]);
  expect(await read("log")).toMatchObject([{ sent: 201 }, { sent: "cut", executed: true }]);
  expect(await read("violations")).toEqual([]);
  await fetch(`${served.url}/__faults`, {
    method: "POST",
    body: JSON.stringify({ match: {}, fault: faults.cut, times: 0 }),
  });
  await expect(github.send("GET", path)).rejects.toThrow();
  expect((await fetch(`${served.url}/__faults`, { method: "DELETE" })).status).toBe(204);
  expect(await github.status("GET", path)).toBe(200);
});

it("it ends when its standard input is closed", async () => {
  process_.stdin.end();
  expect(await once(process_, "exit")).toEqual([0, null]);
});

it("it ends on SIGTERM", async () => {
  process_.kill("SIGTERM");
  expect(await once(process_, "exit")).toEqual([0, null]);
});
