import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
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
 * Lets the work under the lock end before a signal takes effect: a refresh that is cut off would lose the new refresh
 * token, and the old one works no more. Returns a function that lets the signals go on, those included that have come and
 * were not told of yet.
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

/** Returns what a lock says whose process is gone, or that is older than any work under it; null for any other. */
function leftBehindBy(lock: string): string | null {
  try {
    const holder = readFileSync(lock, "utf8");
    if (Date.now() - statSync(lock).mtimeMs > longest) return holder;
    const pid = Number(holder);
    return pid > 0 && !isRunning(pid) ? holder : null;
  } catch {
    return null; // It has just been given back.
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
 * Removes a lock that was left behind, by a name of its own, so that of several who do it one does. Where another one
 * was faster and holds the lock by now, it is put back.
 */
function remove(lock: string, holder: string): void {
  const own = `${lock}.${process.pid}`;
  try {
    renameSync(lock, own);
    if (readFileSync(own, "utf8") !== holder) linkSync(own, lock);
    rmSync(own);
  } catch {
    // Another one was faster.
  }
}
