import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";
import { configFolder } from "./stored-logins.ts";

/** The milliseconds after which a lock counts as left behind, whoever holds it, and for which one is waited for. */
const longest = 60_000;

/**
 * Runs work that changes the logins while no other process does: a refresh token works once, and one that two
 * processes use ends the login (docs/decisions/oauth.md).
 */
export async function withLock<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
  const lock = join(configFolder(), "login.lock");
  for (const until = Date.now() + longest + 5_000; !take(lock); await sleep(50)) {
    if (isLeftBehind(lock)) remove(lock);
    if (Date.now() > until)
      throw new Failure(`${lock} is held by another process. Remove it if none is running.`);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Returns true for a lock whose process is gone, or that is older than any work under it. */
function isLeftBehind(lock: string): boolean {
  try {
    if (Date.now() - statSync(lock).mtimeMs > longest) return true;
    const pid = Number(readFileSync(lock, "utf8"));
    return pid > 0 && !isRunning(pid);
  } catch {
    return false; // It has just been given back.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes a lock by a name of its own, so that of several who do it one does. */
function remove(lock: string): void {
  const own = `${lock}.${process.pid}`;
  try {
    renameSync(lock, own);
    rmSync(own);
  } catch {
    // Another one was faster.
  }
}
