import { Worker } from "node:worker_threads";
import type { WriterThreads } from "./dispatch/sqlite-writer.ts";

let spare: Worker | null = null;

const start = () => new Worker(new URL("./sqlite-writer-thread.ts", import.meta.url));

/**
 * Starts SQLite's writer thread before anything else is loaded, so that both threads load their modules at the same
 * time. Until it is taken, the thread does not keep the process alive.
 */
export function startWriterThread(): void {
  spare ??= start();
  spare.unref();
}

export const writerThreads: WriterThreads = {
  /** Returns the thread that was started or given back, or a new one. */
  take() {
    const thread = spare ?? start();
    spare = null;
    thread.ref();
    return thread;
  },
  /** Keeps a thread for the next database: it has loaded its modules, and has no file open. */
  giveBack(thread) {
    for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
    if (spare) void thread.terminate();
    else spare = thread;
    thread.unref();
  },
};
