import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startReceiver } from "../common/receiver.ts";
import { client } from "./client.ts";
import { faults } from "./faults.ts";

let child: ChildProcessByStdio<Writable, Readable, null>;
let served: { url: string; token: string; teamKey: string; teamId: string };

beforeAll(async () => {
  const script = fileURLToPath(new URL("serve.ts", import.meta.url));
  child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  served = JSON.parse(line);
});
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

const read = async (name: string) => (await fetch(`${served.url}/__${name}`)).json();
const post = async (name: string, body: unknown) =>
  (await fetch(`${served.url}/__${name}`, { method: "POST", body: JSON.stringify(body) })).status;

it("as a separate process it takes faults, drift and webhooks, and returns its state, by HTTP", async () => {
  const linear = client(served, served.token);
  const receiver = await startReceiver();
  expect(await post("faults", [{ match: { path: "issueCreate" }, fault: faults.loseReply, skip: 1 }])).toBe(
    204,
  );
  const { id } = await linear.create("one");
  await expect(linear.create("two")).rejects.toThrow();
  expect(await read("dump")).toMatchObject({ issues: [{ title: "one" }, { title: "two" }] });
  expect(await read("log")).toMatchObject([
    { sent: 200, operations: ["issueCreate"] },
    { sent: "cut", executed: true },
  ]);
  expect(await post("webhook", { url: receiver.url, secret: "s" })).toBe(204);
  expect(await post("drift", ["edit", id, { title: "theirs" }])).toBe(204);
  await expect.poll(() => read("deliveries")).toMatchObject([{ action: "update", answer: 200 }]);
  expect(await read("dump")).toMatchObject({ issues: [{ title: "theirs" }, {}] });
  expect(await post("drift", ["nothing"])).toBe(404);
  expect(await post("drift", ["close", "ENG-99"])).toBe(400);
  expect(await read("violations")).toEqual([]);
  await post("faults", { match: {}, fault: faults.cut, times: 0 });
  await expect(linear.send("{ viewer { id } }")).rejects.toThrow();
  expect((await fetch(`${served.url}/__faults`, { method: "DELETE" })).status).toBe(204);
  expect((await linear.send("{ viewer { id } }")).status).toBe(200);
  await receiver.close();
});

it("it ends when its standard input is closed", async () => {
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});
