import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

let home: string;
const lock = () => join(home, "groundplan/login.lock");
const notes = () => join(home, "notes");
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "groundplan-lock-"));
  mkdirSync(join(home, "groundplan"));
});
afterEach(() => rmSync(home, { recursive: true }));

/** Starts a process that records when it takes the lock and, once allowed, releases it. */
function worker(isOver = "true") {
  const script = `
    import { appendFileSync, existsSync } from "node:fs";
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, "lock.ts"))};
    await withLock(async () => {
      appendFileSync(${JSON.stringify(notes())}, process.pid + " in\\n");
      do await new Promise((resolve) => setTimeout(resolve, 30)); while (!(${isOver}));
      appendFileSync(${JSON.stringify(notes())}, process.pid + " out\\n");
    });`;
  const env = { ...process.env, XDG_CONFIG_HOME: home };
  return spawn(process.execPath, ["--input-type=module", "-e", script], { env, stdio: "inherit" });
}

it("lets one process in at a time, even if all find the same stale lock", async () => {
  writeFileSync(lock(), "999999999");
  const workers = Array.from({ length: 6 }, () => worker());
  for (const [code] of await Promise.all(workers.map((child) => once(child, "exit")))) expect(code).toBe(0);
  const lines = readFileSync(notes(), "utf8").trim().split("\n");
  expect(lines).toHaveLength(12);
  for (let n = 0; n < lines.length; n += 2) expect(lines[n + 1]).toBe(lines[n]?.replace("in", "out"));
});

it("lets work under it finish before Ctrl-C ends the process", async () => {
  const mayGo = join(home, "may-go");
  const child = worker(`existsSync(${JSON.stringify(mayGo)})`);
  await expect.poll(() => existsSync(notes())).toBe(true);
  child.kill("SIGINT");
  writeFileSync(mayGo, "");
  expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
  expect(readFileSync(notes(), "utf8")).toBe(`${child.pid} in\n${child.pid} out\n`);
  expect(existsSync(lock())).toBe(false);
});
