import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { client } from "./client.ts";
import { faults } from "./faults.ts";
import { project } from "./projects/project.ts";

const options = { projects: [project("1", "OWN"), project("2", "MOVE")] };
let process_: ChildProcessByStdio<Writable, Readable, null>;
let served: { url: string; email: string; token: string; projectKey: string };

beforeEach(async () => {
  const script = fileURLToPath(new URL("serve.ts", import.meta.url));
  process_ = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(process_.stdout), "line");
  served = JSON.parse(line);
});
afterEach(async () => {
  if (process_.exitCode === null) {
    process_.kill("SIGKILL");
    await once(process_, "exit");
  }
});

it("as a separate process it takes faults and drift, and returns its state, by HTTP", async () => {
  const jira = client(served);
  expect(served.projectKey).toBe("OWN");
  const read = async (name: string) => (await fetch(`${served.url}/__${name}`)).json();
  const post = (name: string, body: unknown) =>
    fetch(`${served.url}/__${name}`, { method: "POST", body: JSON.stringify(body) });
  const rules = [{ match: { method: "POST" }, fault: faults.loseReply, skip: 1 }];
  expect((await post("faults", rules)).status).toBe(204);
  const { key } = await jira.create("one");
  await expect(jira.create("two")).rejects.toThrow();
  expect(await read("dump")).toMatchObject({ issues: [{ summary: "one" }, { summary: "two" }], links: [] });
  expect(await read("log")).toMatchObject([{ sent: 201 }, { sent: "cut", executed: true }]);
  expect(await read("violations")).toEqual([]);
  const moved = await post("drift", { operation: "moveToProject", arguments: [key, "MOVE"] });
  expect(await moved.json()).toEqual({ result: "MOVE-1" });
  expect((await post("drift", { operation: "delete", arguments: ["NONE-1"] })).status).toBe(400);
  expect((await post("drift", { operation: "toString" })).status).toBe(404);
  await post("faults", { match: {}, fault: faults.cut, times: 0 });
  await expect(jira.send("GET", "/myself")).rejects.toThrow();
  expect((await fetch(`${served.url}/__faults`, { method: "DELETE" })).status).toBe(204);
  expect(await jira.status("GET", "/myself")).toBe(200);
  expect((await post("webhook", { url: served.url, secret: "s" })).status).toBe(204);
  expect((await fetch(`${served.url}/__webhook`, { method: "DELETE" })).status).toBe(204);
});

it("it ends when its standard input is closed", async () => {
  process_.stdin.end();
  expect(await once(process_, "exit")).toEqual([0, null]);
});

it("it ends on SIGTERM", async () => {
  process_.kill("SIGTERM");
  expect(await once(process_, "exit")).toEqual([0, null]);
});
