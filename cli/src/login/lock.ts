import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";
import { configFolder } from "./stored-logins.ts";

/** Milliseconds after which a lock counts as stale, and the longest wait for one. */
const longest = 60_000;

/**
 * Runs work on the logins under an exclusive lock: a refresh token works once, and its reuse ends the login
 * (docs/decisions/oauth.md).
 */
export async function withLock<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
  const lock = join(configFolder(), "login.lock");
  for (const until = Date.now() + longest + 5_000; !take(lock); await sleep(50)) {
    const holder = leftBehindBy(lock);
    if (holder !== null) remove(lock, holder);
    if (Date.now() > until)
      throw new Failure(`${lock} is held by another process. Remove it if none is running.`);
  }
  const release = holdSignals();
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
    await release();
  }
}

/**
 * Defers signals until the work is done: an interrupted refresh would lose the new token after spending the
 * old one. Returns a function that releases signals, pending ones included.
 */
function holdSignals(): () => Promise<void> {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const came = new Set<NodeJS.Signals>();
  const note = (signal: NodeJS.Signals) => void came.add(signal);
  for (const signal of signals) process.on(signal, note);
  return async () => {
    await setImmediate();
    for (const signal of signals) process.off(signal, note);
    for (const signal of came) process.kill(process.pid, signal);
  };
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

/** Returns the content of a stale lock, whose process is gone or which is too old; null otherwise. */
function leftBehindBy(lock: string): string | null {
  try {
    const holder = readFileSync(lock, "utf8");
    if (Date.now() - statSync(lock).mtimeMs > longest) return holder;
    const pid = Number(holder);
    return pid > 0 && !isRunning(pid) ? holder : null;
  } catch {
    return null; // Just released.
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

/**
 * Removes a stale lock by renaming it first, so that one contender wins. A lock that another process has
 * meanwhile taken is put back.
 */
function remove(lock: string, holder: string): void {
  const own = `${lock}.${process.pid}`;
  try {
    renameSync(lock, own);
    if (readFileSync(own, "utf8") !== holder) linkSync(own, lock);
    rmSync(own);
  } catch {
    // Another process won.
  }
}
