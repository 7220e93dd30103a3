import { Worker } from "node:worker_threads";

let started: Worker | null = null;

const start = () => new Worker(new URL("./sqlite-writer-thread.ts", import.meta.url));

/**
 * Starts the writer's thread before anything else is loaded: it loads its modules while this thread loads its own.
 * It keeps no process alive until it is taken.
 */
export function startWriterThread(): void {
  started ??= start();
  started.unref();
}

/** The thread that was started, or a new one. */
export function takeWriterThread(): Worker {
  const thread = started ?? start();
  started = null;
  thread.ref();
  return thread;
}
