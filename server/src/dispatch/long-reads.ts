import type { Worker } from "node:worker_threads";
import type { Db } from "../storage/dialect.ts";
import { limitReads } from "./limit-reads.ts";
import { ownThreads } from "./own-threads.ts";
import { deserializeError, type SerializedError } from "./serialized-error.ts";

/** A read that may take some milliseconds. Its input and result are plain data. */
export interface LongRead<Input, Result> {
  name: string;
  run(db: Db, input: Input): Promise<Result>;
}

/** Runs long reads where nobody waits for them but their caller. */
export interface LongReads {
  run<Input, Result>(read: LongRead<Input, Result>, input: Input): Promise<Result>;
  close(): Promise<void>;
}

/** Runs them on PostgreSQL, which does the work in a process of its own. */
export const longReadsOnPostgres = (db: Db): LongReads => ({
  run: (read, input) => limitReads(() => read.run(db, input)),
  close: async () => {},
});

/** A message to the thread. The file is always the same; the first message has it opened. */
export interface ReadTask {
  file: string;
  name: string;
  input: unknown;
}
export type ReadAnswer = { done: unknown } | { error: SerializedError };

/** The most reads that wait for a thread, beyond which others are told to come back. */
const mostWaiting = 100;

/**
 * Runs them on SQLite in threads with connections of their own, since SQLite works in the thread that asks it. The first
 * read starts a thread.
 */
export function longReadsOnSqlite(file: string, start: () => Worker): LongReads {
  const inThread = ownThreads<ReadTask, ReadAnswer>(start, mostWaiting);
  return {
    async run<Input, Result>({ name }: LongRead<Input, Result>, input: Input): Promise<Result> {
      const answer = await inThread({ file, name, input });
      if ("error" in answer) throw deserializeError(answer.error);
      return answer.done as Result;
    },
    close: inThread.close,
  };
}
