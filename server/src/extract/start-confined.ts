import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The folders that a confined program may read: those that its own files are in. The build names its own folder. */
const readable = ["../../", "../../../node_modules/"];

/**
 * Starts a program of ours that can do nothing but think: it reads only its own files, writes none, starts nothing,
 * gets no environment and, from Node 25 on, reaches no network. Its standard error is not listened to, since a
 * document's words could be in it.
 */
export function startConfined(program: URL, heap: number): ChildProcess {
  const path = fileURLToPath(program);
  const folders = readable.map((folder) => realpathSync(fileURLToPath(new URL(folder, import.meta.url))));
  const child = spawn(
    process.execPath,
    [
      "--permission",
      ...folders.map((folder) => `--allow-fs-read=${folder}`),
      "--disallow-code-generation-from-strings",
      `--max-old-space-size=${Math.floor(heap / 2 ** 20)}`,
      "--no-warnings",
      path,
    ],
    { cwd: dirname(path), env: {}, stdio: ["pipe", "pipe", "ignore"], windowsHide: true },
  );
  if (child.pid !== undefined) stepBack(child.pid);
  return child;
}

/** Lets requests go first, and lets a machine without memory end this process before any other. */
function stepBack(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    if (process.platform === "linux") writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // The process has ended already, or the system knows no such thing; the limits hold all the same.
  }
}
