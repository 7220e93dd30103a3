import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import type { EventSource as Client } from "eventsource";
import { build } from "vite";
import { startService } from "../../server/test/kill/service.ts";
import { createDatabase } from "./databases.ts";
import { test, world } from "./world.ts";

const restarts = process.env.LONG ? 50 : 6;
const program = join(import.meta.dirname, "../../cli/bin/groundplan.js");

interface Reader {
  /** In order of arrival. */
  seqs: number[];
  /** The number of connections. */
  opened: number;
  failed: string[];
}
type Reading = typeof globalThis & { eventsource: { EventSource: typeof Client }; reader: Reader };

/** Bundles the package for a page. */
async function clientScript(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve("eventsource"));
  const lib = { entry, formats: ["iife" as const], name: "eventsource" };
  const built = await build({ configFile: false, logLevel: "silent", build: { write: false, lib } });
  const [first] = Array.isArray(built) ? built : [];
  const [script] = first?.output ?? [];
  if (script?.type !== "chunk") throw new Error("The client could not be built.");
  return `${script.code}; globalThis.eventsource = eventsource;`;
}

/** Creates a workspace and returns its owner's key. */
async function createKey(env: Record<string, string>): Promise<string> {
  const admin = async (...words: string[]) => {
    const run = promisify(execFile)(process.execPath, [program, "admin", ...words, "--json"], {
      env: { ...process.env, ...env },
    });
    return JSON.parse((await run).stdout) as { secret: string };
  };
  const who = ["--email", "ada@acme.example", "--workspace", "acme"];
  await admin("user", "create", ...who, "--name", "Ada", "--role", "OWNER", "--create-workspace");
  return (await admin("key", "create", ...who, "--scope", "write", "--name", "test")).secret;
}

/** Reads the stream from the first event on. */
async function follow(page: Page, key: string): Promise<void> {
  await page.evaluate((authorization) => {
    const { eventsource, reader } = globalThis as Reading;
    const source = new eventsource.EventSource("/v1/events", {
      fetch: (url, init) => {
        const headers = new Headers(init.headers);
        if (!headers.has("last-event-id")) headers.set("last-event-id", "0");
        headers.set("authorization", authorization);
        return fetch(url, { ...init, headers });
      },
    });
    source.addEventListener("open", () => reader.opened++);
    source.addEventListener("error", ({ code, message }) => {
      if (source.readyState === source.CLOSED) reader.failed.push(`${code} ${message}`);
    });
    source.addEventListener("reset", () => reader.failed.push("reset"));
    for (const type of [
      "workspace.created",
      "member.added",
      "api_key.created",
      "project.created",
      "plan.created",
      "spec.created",
    ])
      source.addEventListener(type, ({ lastEventId }) => reader.seqs.push(Number(lastEventId)));
  }, `Bearer ${key}`);
}

test(`A client on fetch misses and repeats no event across ${restarts} restarts of the service`, {
  tag: "@both",
}, async ({ page }) => {
  test.setTimeout(300_000);
  const { env: settings, drop } = await createDatabase(world().postgres);
  const key = await createKey(settings);
  let service = await startService(settings);
  const { url } = service;
  const env = { ...settings, PORT: new URL(url).port };

  await page.addInitScript({ content: await clientScript() });
  await page.addInitScript(() => {
    Object.assign(globalThis, { reader: { seqs: [], opened: 0, failed: [] } satisfies Reader });
    // Reconnects twenty times as fast.
    const later = globalThis.setTimeout;
    globalThis.setTimeout = ((run: () => void, wait = 0) => later(run, wait / 20)) as typeof setTimeout;
  });
  await page.goto(`${url}/v1`);
  await follow(page, key);
  const reader = () => page.evaluate(() => (globalThis as Reading).reader);

  const send = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  };
  await send("/v1/projects", { name: "Web" });
  await send("/v1/projects/web/plans", { name: "Plan" });
  let isWriting = true;
  const writers = Array.from({ length: 3 }, async () => {
    while (isWriting) {
      await send("/v1/projects/web/plans/PLAN-1/specs", { title: "Spec" }).catch(() => {});
      await sleep(15);
    }
  });

  const connections = async () => {
    const { opened, failed } = await reader();
    expect(failed, "a stream that a client does not come back to").toEqual([]);
    return opened;
  };
  let opened = 0;
  for (let n = 0; n < restarts; n++) {
    await expect.poll(connections, { intervals: [20] }).toBeGreaterThan(opened);
    opened = await connections();
    await sleep(Math.random() * 60);
    if (n % 3 === 2) await service.kill();
    else expect(await service.stop()).toBe(0);
    service = await startService(env);
  }
  isWriting = false;
  await Promise.all(writers);
  const { entries } = await (
    await fetch(`${url}/v1/audit?limit=1`, { headers: { authorization: `Bearer ${key}` } })
  ).json();
  const last: number = entries[0].seq;
  await expect.poll(async () => (await reader()).seqs.at(-1), { intervals: [20] }).toBe(last);
  const { seqs, failed } = await reader();
  expect(failed).toEqual([]);
  expect(last).toBeGreaterThan(restarts);
  expect(seqs).toEqual(Array.from({ length: last }, (_, n) => n + 1));
  await service.stop();
  await drop();
});
