import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { Worker } from "node:worker_threads";

/** A program of ours, by its file's address, and the most bytes of its heap. */
export interface Program {
  program: string;
  heap: number;
}

export interface Confined {
  /** The number of its process; `undefined` where none could be started. */
  pid: Promise<number | undefined>;
  stdin: Writable;
  stdout: Readable;
  /** True where it ended by itself and without an error. */
  ended: Promise<boolean>;
  stop(): void;
}

/**
 * Starts a program of ours that can do nothing but think: it reads only its own files, writes none, starts nothing, gets
 * no environment and, from Node 25 on, reaches no network. A thread starts it, since a start holds its thread until the
 * system has loaded the program.
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
  // A thread that fails leaves its program behind, without anybody who ends it.
  thread.once("error", () => void pid.then(kill));
  // The thread's end does not close its input, which a writer may be waiting for.
  void ended.then(() => stdin.destroy());
  return { pid, stdin, stdout, ended, stop: () => thread.postMessage("stop") };
}

/** Ends a program whose thread is gone: its number is its own until then, since nobody was told that it has ended. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
