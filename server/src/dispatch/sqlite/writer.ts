import type { Worker } from "node:worker_threads";
import { type Meter, secondsSince } from "../../meter.ts";
import type { CommandCall, CommandResult } from "../commands.ts";
import { deserializeError, type SerializedError, unavailable } from "../serialized-error.ts";
import type { CommandQueue } from "../writer.ts";
import { yieldingQueue } from "./yielding-queue.ts";

/** A message to the thread: open a file, run commands, then close, after which another file may follow. */
export type ToThread = { open: string } | { id: number; call: CommandCall } | "close";
/** A message from the thread: opened, a batch's answers after its commit, or closed. */
export type FromThread = Answer[] | "ready" | "closed";
interface Answer {
  id: number;
  done?: CommandResult;
  error?: SerializedError;
}

/** A source of threads that run `runWriterThread`. */
export interface WriterThreads {
  take(): Worker;
  /** Takes back a thread with a closed database. */
  giveBack(thread: Worker): void;
}

/**
 * Starts SQLite's writer: one thread owns the write connection and commits all queued commands together, so
 * that readers never wait for a flush. A batch's duration counts from the previous answer or its first
 * command, whichever is later.
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
  // A read in between waits for one answer instead of the whole batch.
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
      // Sent once: a second message could arrive after the thread was reused.
      if (!broken) thread.postMessage("close" satisfies ToThread);
      broken ??= new Error("closed");
      return ended.promise;
    },
  };
}
