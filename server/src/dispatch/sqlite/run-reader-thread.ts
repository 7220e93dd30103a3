import { parentPort } from "node:worker_threads";
import type { Db } from "../../storage/dialect.ts";
import { openSqlite } from "../../storage/sqlite.ts";
import type { LongRead, ReadAnswer, ReadTask } from "../concurrency/long-reads.ts";
import { serializeError } from "../serialized-error.ts";

/** Runs in a thread that answers long reads on SQLite through a read-only connection. */
export function runReaderThread(reads: readonly LongRead<never, unknown>[]): void {
  let db: Db | undefined;
  const answer = async ({ file, name, input }: ReadTask): Promise<ReadAnswer> => {
    try {
      const read = reads.find((one) => one.name === name);
      if (!read) throw new Error(`no long read ${name}`);
      db ??= openSqlite(file, "read").db;
      return { done: await read.run(db, input as never) };
    } catch (error) {
      return { error: serializeError(error) };
    }
  };
  parentPort?.on("message", async (task: ReadTask) => parentPort?.postMessage(await answer(task)));
}
