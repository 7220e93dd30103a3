import type { Worker } from "node:worker_threads";
import { type Meter, secondsSince } from "../meter.ts";
import type { CommandCall, CommandResult } from "./commands.ts";
import { deserializeError, type SerializedError, unavailable } from "./serialized-error.ts";
import type { CommandQueue } from "./writer.ts";
import { yieldingQueue } from "./yielding-queue.ts";

/** A message to the thread: the file to open, then commands, then `close`, after which another file may be opened. */
export type ToThread = { open: string } | { id: number; call: CommandCall } | "close";
/** A message from the thread: the file is open, the answers of one batch after its commit, or the file is closed. */
export type FromThread = Answer[] | "ready" | "closed";
interface Answer {
  id: number;
  done?: CommandResult;
  error?: SerializedError;
}

/** The source of threads that run `runWriterThread`. */
export interface WriterThreads {
  take(): Worker;
  /** Accepts a thread whose database is closed, for reuse. */
  giveBack(thread: Worker): void;
}

/**
 * Starts SQLite's writer: one thread that owns the write connection and commits all waiting commands in one
 * transaction, so that readers never wait for a flush and many clients share one. A batch is measured here, where it is
 * awaited: it began when the one before was answered, or when its first command was sent, whichever was later.
 */
export async function startSqliteWriter(
  file: string,
  threads: WriterThreads,
  onBroken: (error: Error) => void,
  meter?: Meter,
): Promise<CommandQueue> {
  const thread = threads.take();
  const waiting = new Map<
    number,
    { resolve: (done: CommandResult) => void; reject: (error: Error) => void; sent: number }
  >();
  let next = 0;
  let broken: Error | null = null;
  let answeredAt = 0;

  await new Promise<void>((resolve, reject) => {
    thread.once("message", () => resolve());
    thread.once("error", reject);
    thread.postMessage({ open: file } satisfies ToThread);
  });
  thread.removeAllListeners("error");
  // A read that arrives meanwhile waits for one answer, not for the whole batch.
  const answers = yieldingQueue(({ id, done, error }: Answer) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error) caller?.reject(deserializeError(error));
    else if (done) caller?.resolve(done);
  });
  const measure = (by: Meter, batch: readonly Answer[]) => {
    const sent = waiting.get(batch[0]?.id ?? -1)?.sent ?? 0;
    by.batch(batch.length, secondsSince(Math.max(answeredAt, sent)));
    answeredAt = performance.now();
  };
  const end = (error: Error) => {
    broken ??= error;
    answers.flush();
    for (const { reject } of waiting.values()) reject(unavailable(broken.message));
    waiting.clear();
  };
  const ended = Promise.withResolvers<void>();
  thread.on("message", (message: Answer[] | "closed") => {
    if (message !== "closed") {
      if (meter) measure(meter, message);
      return answers.add(message);
    }
    end(new Error("closed"));
    threads.giveBack(thread);
    ended.resolve();
  });
  thread.on("error", (error: Error) => {
    end(error);
    onBroken(error);
  });
  thread.once("exit", () => {
    end(new Error("closed"));
    ended.resolve();
  });

  return {
    send(call) {
      if (broken) return Promise.reject(unavailable(broken.message));
      return new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject, sent: meter ? performance.now() : 0 });
        thread.postMessage({ id, call } satisfies ToThread);
      });
    },
    close() {
      // Sent once only: a second message could reach the thread when it already works for another database.
      if (!broken) thread.postMessage("close" satisfies ToThread);
      broken ??= new Error("closed");
      return ended.promise;
    },
  };
}
