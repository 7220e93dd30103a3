import { parentPort } from "node:worker_threads";
import Database from "better-sqlite3";
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
  // SQLite would checkpoint within a commit, and who waits for that commit would wait for it, too.
  raw.pragma("wal_autocheckpoint = 0");
  return { raw, commitBatch: createBatches(database, dispatcher), checkpoint: () => checkpoint(raw) };
}

/** The pages from which a log is written into the database: few, since the next command waits for 9 ms meanwhile. */
const pagesOfLog = 400;

/** Writes a log that has become long into the database, as far as no reader still needs it. */
function checkpoint(raw: ReturnType<typeof openSqlite>["raw"]): void {
  try {
    const [state] = raw.prepare<[], { log: number }>("pragma wal_checkpoint(noop)").all();
    if (state && state.log >= pagesOfLog) raw.prepare("pragma wal_checkpoint(passive)").all();
  } catch (error) {
    // A full disk, say. The log has everything and is written after the next commit, which tells if it can't be.
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}
