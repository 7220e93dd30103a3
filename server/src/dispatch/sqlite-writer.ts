import { overTurns } from "./over-turns.ts";
import type { Call, Done } from "./run-command.ts";
import { fromWire, unavailable, type WireError } from "./wire-error.ts";
import type { Writer } from "./writer.ts";
import { takeWriterThread } from "./writer-thread.ts";

/** To the thread: first the file to open, then commands, then `close`. */
export type ToThread = { open: string } | { id: number; call: Call } | "close";
/** From the thread: the answers of one batch, after its commit. */
export type FromThread = Answer[] | "ready";
interface Answer {
  id: number;
  done?: Done;
  error?: WireError;
}

/**
 * SQLite's writer: one thread that owns the write connection and commits what is waiting, several commands in
 * one transaction, so that readers never wait for a flush and many clients share one.
 */
export async function startSqliteWriter(file: string, onBroken: (error: Error) => void): Promise<Writer> {
  const thread = takeWriterThread();
  const waiting = new Map<number, { resolve: (done: Done) => void; reject: (error: Error) => void }>();
  let next = 0;
  let broken: Error | null = null;

  await new Promise<void>((resolve, reject) => {
    thread.once("message", () => resolve());
    thread.once("error", reject);
    thread.postMessage({ open: file } satisfies ToThread);
  });
  thread.removeAllListeners("error");
  // Reads that come meanwhile wait for one answer, not for all of a batch.
  const answers = overTurns(({ id, done, error }: Answer) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error) caller?.reject(fromWire(error));
    else if (done) caller?.resolve(done);
  });
  const end = (error: Error) => {
    broken ??= error;
    answers.flush();
    for (const { reject } of waiting.values()) reject(unavailable(broken.message));
    waiting.clear();
  };
  const ended = Promise.withResolvers<void>();
  thread.on("message", (batch: Answer[]) => answers.add(batch));
  thread.on("error", (error: Error) => {
    end(error);
    onBroken(error);
  });
  thread.once("exit", () => {
    end(new Error("closed"));
    ended.resolve();
  });

  return {
    run(call) {
      if (broken) return Promise.reject(unavailable(broken.message));
      return new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, call } satisfies ToThread);
      });
    },
    close() {
      broken ??= new Error("closed");
      thread.postMessage("close" satisfies ToThread);
      return ended.promise;
    },
  };
}
