import { deferTerms } from "../../storage/deferred-terms.ts";
import type { openSqlite } from "../../storage/sqlite.ts";
import type { CommandResult } from "../commands.ts";
import type { Dispatcher } from "../dispatcher.ts";
import { serializeError } from "../serialized-error.ts";
import type { FromThread, ToThread } from "./writer.ts";

export type Waiting = Extract<ToThread, { id: number }>;
type Answers = Extract<FromThread, unknown[]>;

/**
 * Milliseconds for which commands join a transaction: many small ones or few big ones
 * (docs/decisions/hot-path.md).
 */
const longestBatch = 20;

/**
 * Returns the function that commits queued commands: one transaction and flush per batch, and a savepoint per
 * command, so that a failure rolls back only its own writes.
 */
export function createBatches(
  { raw, db }: ReturnType<typeof openSqlite>,
  dispatcher: Dispatcher,
): (queue: Waiting[]) => Promise<Answers> {
  const terms = deferTerms(db);
  const inSavepoint = async (id: number, run: () => Promise<CommandResult>): Promise<Answers[number]> => {
    raw.prepare("savepoint command").run();
    const mark = terms.mark();
    try {
      const done = await run();
      raw.prepare("release command").run();
      return { id, done };
    } catch (error) {
      if (!raw.inTransaction) throw error; // SQLite rolled back the whole transaction, for example on a full disk.
      raw.prepare("rollback to command").run();
      raw.prepare("release command").run();
      terms.rollBackTo(mark);
      return { id, error: serializeError(error) };
    }
  };

  return async (queue) => {
    const batch: Waiting[] = [];
    const answers: Answers = [];
    try {
      begin(raw);
      const until = performance.now() + longestBatch;
      do {
        const command = queue.shift();
        if (!command) break;
        batch.push(command);
        answers.push(await inSavepoint(command.id, () => dispatcher.run(db, command.call)));
      } while (performance.now() < until);
      await terms.write();
      raw.prepare("commit").run();
      return answers;
    } catch (error) {
      // Nothing of the batch is on disk. If not even the transaction began, all queued commands fail.
      if (raw.inTransaction) raw.prepare("rollback").run();
      const refused = batch.length > 0 ? batch : queue.splice(0);
      return refused.map(({ id }) => ({ id, error: serializeError(error) }));
    } finally {
      terms.clear();
    }
  };
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Begins a transaction, polling for the lock every half millisecond. SQLite's own busy handler backs off and
 * can starve while another process writes continuously.
 */
function begin(raw: ReturnType<typeof openSqlite>["raw"]): void {
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
