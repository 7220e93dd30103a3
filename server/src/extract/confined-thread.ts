import { spawn } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { Program } from "./start-confined.ts";

/** The folders that a confined program may read: those that its own files are in. The build names its own folder. */
const readable = ["../../", "../../../node_modules/"];

/**
 * Starts the program, tells its process's id, and hands on what it is given and what it says, until it ends or the first
 * message comes. Its standard error is not listened to, since a document's words could be in it.
 */
function run({ program, heap }: Program): void {
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
  let isStopped = false;
  parentPort?.once("message", () => {
    if (child.exitCode !== null || child.signalCode !== null) process.exit(1); // Nobody reads what it said.
    isStopped = true;
    child.kill("SIGKILL");
  });
  // Nobody reads the rest of what a stopped program says.
  child.on("error", () => process.exit(1)).on("exit", () => isStopped && process.exit(1));
  child.on("close", (code) => process.stdout.write("", () => process.exit(code ?? 1)));
  child.stdin.on("error", () => {}); // A program that ends early closes its pipe, which is no failure of the bytes.
  process.stdin.pipe(child.stdin);
  child.stdout.pipe(process.stdout);
  parentPort?.postMessage(child.pid);
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

run(workerData);
