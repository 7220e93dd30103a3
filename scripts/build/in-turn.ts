import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Builds a folder unless another process does, whose build it waits for then: a build takes a gigabyte, and a client of
 * `groundplan mcp` or a test starts several commands at once.
 */
export async function buildInTurn(folder: string, build: (folder: string) => Promise<void>): Promise<void> {
  const lock = `${folder}.building`;
  mkdirSync(dirname(folder), { recursive: true });
  while (!take(lock)) {
    if (!isHeld(lock)) rmSync(lock, { force: true });
    await sleep(100);
  }
  try {
    if (!existsSync(join(folder, "main.cjs"))) await build(folder);
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Tests whether the process in a lock runs. Of two that find it gone both may build, which costs only time. */
function isHeld(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    // Still empty just after it was taken.
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
