import { parentPort, workerData } from "node:worker_threads";
import { openSqlite } from "../storage/sqlite.ts";
import { runCommand } from "./run-command.ts";
import type { FromThread, ToThread } from "./sqlite-writer.ts";
import { toWire } from "./wire-error.ts";

const mostInBatch = 256;

const port = parentPort;
if (!port) throw new Error("this runs as a worker thread");
const { raw, db } = openSqlite((workerData as { file: string }).file, "write");

type Waiting = Exclude<ToThread, "close">;
type Answers = Exclude<FromThread, "ready">;
const queue: Waiting[] = [];
let draining = false;
let closing = false;

port.on("message", (message: ToThread) => {
  if (message === "close") closing = true;
  else queue.push(message);
  if (!draining) {
    draining = true;
    setImmediate(drain); // after all messages that are here already
  }
});
port.postMessage("ready" satisfies FromThread);

async function drain(): Promise<void> {
  while (queue.length > 0) port?.postMessage(await commitBatch(queue.splice(0, mostInBatch)));
  draining = false;
  if (closing) {
    raw.close();
    port?.close();
  }
}

/** One transaction, one flush; a savepoint each, so that a command that fails takes back only its own writes. */
async function commitBatch(batch: readonly Waiting[]): Promise<Answers> {
  const answers: Answers = [];
  try {
    raw.prepare("begin immediate").run();
    for (const { id, call } of batch) answers.push(await inSavepoint(id, () => runCommand(db, call)));
    raw.prepare("commit").run();
    return answers;
  } catch (error) {
    // Nothing of the batch is on disk: not begun, or not committed.
    if (raw.inTransaction) raw.prepare("rollback").run();
    return batch.map(({ id }) => ({ id, error: toWire(error) }));
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
