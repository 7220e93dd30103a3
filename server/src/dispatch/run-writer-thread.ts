import { parentPort } from "node:worker_threads";
import { openSqlite } from "../storage/sqlite.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { createBatches, type Waiting } from "./sqlite-batches.ts";
import type { FromThread, ToThread } from "./sqlite-writer.ts";

/**
 * Runs in SQLite's writer thread: opens the given file, and commits the commands that it is sent until it is closed.
 * `isIdle` tells whether it has none at the moment.
 */
export function runWriterThread(dispatcher: Dispatcher): { isIdle(): boolean } {
  const port = parentPort;
  if (!port) throw new Error("this runs as a worker thread");
  const tell = (message: FromThread) => port.postMessage(message);
  let opened: ReturnType<typeof openFile>;
  const queue: Waiting[] = [];
  let draining = false;
  let closing = false;

  const drain = async () => {
    while (queue.length > 0) tell(await opened.commitBatch(queue));
    draining = false;
    if (!closing) return;
    closing = false;
    opened.raw.close();
    tell("closed");
  };
  port.on("message", (message: ToThread) => {
    if (message === "close") closing = true;
    else if ("open" in message) {
      opened = openFile(message.open, dispatcher);
      return tell("ready");
    } else queue.push(message);
    if (draining) return;
    draining = true;
    setImmediate(drain); // after all messages that are here already
  });
  return { isIdle: () => !draining };
}

function openFile(file: string, dispatcher: Dispatcher) {
  const database = openSqlite(file, "write");
  const { raw } = database;
  raw.pragma("busy_timeout = 0");
  // Each command of a batch has a savepoint, whose undo data would be written to a file from 64 KB on.
  raw.pragma("temp_store = memory");
  // A checkpoint smaller than SQLite's default of 1000 pages: the next writer waits for it.
  raw.pragma("wal_autocheckpoint = 400");
  return { raw, commitBatch: createBatches(database, dispatcher) };
}
