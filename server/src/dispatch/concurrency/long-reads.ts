import type { Worker } from "node:worker_threads";
import type { Db } from "../../storage/dialect.ts";
import { deserializeError, type SerializedError } from "../serialized-error.ts";
import { limitReads } from "./limit-reads.ts";
import { ownThreads } from "./own-threads.ts";

/** A read that may take some milliseconds, with serializable input and result. */
export interface LongRead<Input, Result> {
  name: string;
  run(db: Db, input: Input): Promise<Result>;
}

/** Runs long reads without blocking anyone but their callers. */
export interface LongReads {
  run<Input, Result>(read: LongRead<Input, Result>, input: Input): Promise<Result>;
  close(): Promise<void>;
}

/** PostgreSQL works in its own process already. */
export const longReadsOnPostgres = (db: Db): LongReads => ({
  run: (read, input) => limitReads(() => read.run(db, input)),
  close: async () => {},
});

/** A message to the thread. The first one opens the file, which never changes. */
export interface ReadTask {
  file: string;
  name: string;
  input: unknown;
}
export type ReadAnswer = { done: unknown } | { error: SerializedError };

/** Queued reads beyond which callers get a 503. */
const mostWaiting = 100;

/** SQLite works in the calling thread, so reads get threads with their own connections, started on demand. */
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
