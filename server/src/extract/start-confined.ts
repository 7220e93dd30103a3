import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { Worker } from "node:worker_threads";

/** One of our programs, by URL, and its heap limit in bytes. */
export interface Program {
  program: string;
  heap: number;
}

export interface Confined {
  /** `undefined` if it could not be started. */
  pid: Promise<number | undefined>;
  stdin: Writable;
  stdout: Readable;
  /** True if it exited successfully on its own. */
  ended: Promise<boolean>;
  stop(): void;
}

/**
 * Starts one of our programs confined: it reads only its own files, writes none, spawns nothing, gets no
 * environment and, from Node 25, no network. Spawned from a thread, since a spawn blocks until the program is
 * loaded.
 */
export function startConfined(program: URL, heap: number): Confined {
  const thread = new Worker(new URL("./confined-thread.ts", import.meta.url), {
    workerData: { program: program.href, heap } satisfies Program,
    stdin: true,
    stdout: true,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  const { stdin, stdout } = thread;
  if (!stdin) throw new Error("the thread has no input");
  const ended = once(thread, "exit").then(
    ([code]) => code === 0,
    () => false,
  );
  const told = once(thread, "message").then(
    ([number]) => number as number | undefined,
    () => undefined,
  );
  const pid = Promise.race([told, ended.then(() => undefined)]);
  // A failed thread would leave its program running.
  thread.once("error", () => void pid.then(kill));
  // The thread's exit doesn't close its input, which a writer may be waiting for.
  void ended.then(() => stdin.destroy());
  return { pid, stdin, stdout, ended, stop: () => thread.postMessage("stop") };
}

/** Kills the program of a dead thread. Its pid is still its own, since nobody has reaped it. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // Already exited.
  }
}
