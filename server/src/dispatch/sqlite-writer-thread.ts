import { once } from "node:events";
import { parentPort } from "node:worker_threads";
import { openSqlite } from "../storage/sqlite.ts";
import { runCommand } from "./run-command.ts";
import type { FromThread, ToThread } from "./sqlite-writer.ts";
import { toWire } from "./wire-error.ts";

/** So many milliseconds of commands share a transaction: many small ones, few big ones (docs/decisions/hot-path.md). */
const longestBatch = 20;

const port = parentPort;
if (!port) throw new Error("this runs as a worker thread");
const [{ open: file }] = (await once(port, "message")) as [Extract<ToThread, { open: string }>];
const { raw, db } = openSqlite(file, "write");
raw.pragma("busy_timeout = 0");
// Each command of a batch has a savepoint; what it takes back would be written to a file from 64 KB on.
raw.pragma("temp_store = memory");
// Less at once than its 1000: who writes next waits for it.
raw.pragma("wal_autocheckpoint = 400");

type Waiting = Extract<ToThread, { id: number }>;
type Answers = Extract<FromThread, unknown[]>;
const queue: Waiting[] = [];
let draining = false;
let closing = false;

port.on("message", (message: Waiting | "close") => {
  if (message === "close") closing = true;
  else queue.push(message);
  if (!draining) {
    draining = true;
    setImmediate(drain); // after all messages that are here already
  }
});
port.postMessage("ready" satisfies FromThread);

async function drain(): Promise<void> {
  while (queue.length > 0) port?.postMessage(await commitBatch());
  draining = false;
  if (closing) {
    raw.close();
    port?.close();
  }
}

/** One transaction, one flush; a savepoint each, so that a command that fails takes back only its own writes. */
async function commitBatch(): Promise<Answers> {
  const batch: Waiting[] = [];
  const answers: Answers = [];
  try {
    begin();
    const until = performance.now() + longestBatch;
    do {
      const command = queue.shift();
      if (!command) break;
      batch.push(command);
      answers.push(await inSavepoint(command.id, () => runCommand(db, command.call)));
    } while (performance.now() < until);
    raw.prepare("commit").run();
    return answers;
  } catch (error) {
    // Nothing of the batch is on disk: not committed, or not begun, and then nobody's turn comes.
    if (raw.inTransaction) raw.prepare("rollback").run();
    const refused = batch.length > 0 ? batch : queue.splice(0);
    return refused.map(({ id }) => ({ id, error: toWire(error) }));
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Asks for the lock every half millisecond: a busy service holds it nearly all the time, and SQLite's own waiting,
 * which asks less often the longer it waits, can miss every gap.
 */
function begin(): void {
  for (const giveUpAt = Date.now() + 10_000; ; ) {
    try {
      raw.prepare("begin immediate").run();
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (!code?.startsWith("SQLITE_BUSY") || Date.now() > giveUpAt) throw error;
      Atomics.wait(pause, 0, 0, 0.5);
    }
  }
}

async function inSavepoint(id: number, run: () => ReturnType<typeof runCommand>): Promise<Answers[number]> {
  raw.prepare("savepoint command").run();
  try {
    const done = await run();
    raw.prepare("release command").run();
    return { id, done };
  } catch (error) {
    if (!raw.inTransaction) throw error; // SQLite rolled the whole transaction back (a full disk, say).
    raw.prepare("rollback to command").run();
    raw.prepare("release command").run();
    return { id, error: toWire(error) };
  }
}
