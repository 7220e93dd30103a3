import { spawn } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { Program } from "./start-confined.ts";

/** Folders readable by the confined program; the build replaces them with its own. */
const readable = ["../../", "../../../node_modules/"];

/**
 * Starts the program, posts its process id, and pipes its input and output until it exits or the first
 * message arrives. Its standard error is ignored, since it could quote the document.
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
    if (child.exitCode !== null || child.signalCode !== null) process.exit(1); // Nobody reads its output.
    isStopped = true;
    child.kill("SIGKILL");
  });
  // Nobody reads a stopped program's output.
  child.on("error", () => process.exit(1)).on("exit", () => isStopped && process.exit(1));
  child.on("close", (code) => process.stdout.write("", () => process.exit(code ?? 1)));
  child.stdin.on("error", () => {}); // A program that exits early closes its pipe, which is no failure of the input.
  process.stdin.pipe(child.stdin);
  child.stdout.pipe(process.stdout);
  parentPort?.postMessage(child.pid);
}

/** Lowers the priority and makes this process the first victim of the OOM killer. */
function stepBack(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    if (process.platform === "linux") writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // The process has exited or the system doesn't support this; the limits apply regardless.
  }
}

run(workerData);
