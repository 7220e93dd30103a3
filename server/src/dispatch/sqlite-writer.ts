import type { Call, Done } from "./run-command.ts";
import { fromWire, unavailable, type WireError } from "./wire-error.ts";
import type { Writer } from "./writer.ts";
import { takeWriterThread } from "./writer-thread.ts";

/** To the thread: first the file to open, then commands, then `close`. */
export type ToThread = { open: string } | { id: number; call: Call } | "close";
/** From the thread: the answers of one batch, after its commit. */
export type FromThread = { id: number; done?: Done; error?: WireError }[] | "ready";

/**
 * SQLite's writer: one thread that owns the write connection and commits what is waiting, a few commands in
 * one transaction, so that readers never wait for a flush and many clients share one.
 */
export async function startSqliteWriter(file: string, onBroken: (error: Error) => void): Promise<Writer> {
  const thread = takeWriterThread();
  const waiting = new Map<number, { resolve: (done: Done) => void; reject: (error: Error) => void }>();
  let next = 0;
  let broken: Error | null = null;

  const fail = (error: Error) => {
    broken ??= error;
    for (const { reject } of waiting.values()) reject(unavailable(error.message));
    waiting.clear();
  };
  await new Promise<void>((resolve, reject) => {
    thread.once("message", () => resolve());
    thread.once("error", reject);
    thread.postMessage({ open: file } satisfies ToThread);
  });
  thread.removeAllListeners("error");
  thread.on("error", (error: Error) => {
    fail(error);
    onBroken(error);
  });
  thread.on("message", (answers: Exclude<FromThread, "ready">) => {
    for (const answer of answers) {
      const caller = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.error) caller?.reject(fromWire(answer.error));
      else if (answer.done) caller?.resolve(answer.done);
    }
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
    async close() {
      const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
      thread.postMessage("close" satisfies ToThread);
      await ended;
      fail(new Error("closed"));
    },
  };
}
