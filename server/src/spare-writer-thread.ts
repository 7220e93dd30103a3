import { Worker } from "node:worker_threads";
import type { WriterThreads } from "./dispatch/sqlite/writer.ts";

let spare: Worker | null = null;

const start = () => new Worker(new URL("./sqlite-writer-thread.ts", import.meta.url));

/**
 * Starts SQLite's writer thread early, so that both threads load their modules in parallel. Doesn't keep the
 * process alive until taken.
 */
export function startWriterThread(): void {
  spare ??= start();
  spare.unref();
}

export const writerThreads: WriterThreads = {
  /** Returns the spare thread or a new one. */
  take() {
    const thread = spare ?? start();
    spare = null;
    thread.ref();
    return thread;
  },
  /** Keeps a thread with loaded modules for the next database. */
  giveBack(thread) {
    for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
    if (spare) void thread.terminate();
    else spare = thread;
    thread.unref();
  },
};
