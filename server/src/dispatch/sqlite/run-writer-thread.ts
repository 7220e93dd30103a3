import { parentPort } from "node:worker_threads";
import Database from "better-sqlite3";
import { openSqlite } from "../../storage/sqlite.ts";
import type { Dispatcher } from "../dispatcher.ts";
import { createBatches, type Waiting } from "./batches.ts";
import type { FromThread, ToThread } from "./writer.ts";

/**
 * Runs in SQLite's writer thread: opens a file and commits commands until closed. `isIdle` tells whether any
 * are pending.
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
    while (queue.length > 0) {
      tell(await opened.commitBatch(queue));
      opened.checkpoint();
    }
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
    setImmediate(drain); // after all messages that have already arrived
  });
  return { isIdle: () => !draining };
}

function openFile(file: string, dispatcher: Dispatcher) {
  const database = openSqlite(file, "write");
  const { raw } = database;
  raw.pragma("busy_timeout = 0");
  // Every command has a savepoint, whose undo journal would otherwise spill to a file from 64 KB.
  raw.pragma("temp_store = memory");
  // An automatic checkpoint would run within a commit and delay its callers.
  raw.pragma("wal_autocheckpoint = 0");
  return { raw, commitBatch: createBatches(database, dispatcher), checkpoint: () => checkpoint(raw) };
}

/** Pages of log that trigger a checkpoint; few, since a checkpoint blocks the next command for about 9 ms. */
const pagesOfLog = 400;

/** Checkpoints a long log as far as readers allow. */
function checkpoint(raw: ReturnType<typeof openSqlite>["raw"]): void {
  try {
    const [state] = raw.prepare<[], { log: number }>("pragma wal_checkpoint(noop)").all();
    if (state && state.log >= pagesOfLog) raw.prepare("pragma wal_checkpoint(passive)").all();
  } catch (error) {
    // For example on a full disk. The log is complete; the next commit reports persistent failures.
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}
