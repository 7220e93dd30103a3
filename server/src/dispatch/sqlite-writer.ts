import { setImmediate } from "node:timers/promises";
import type { Call, Done } from "./run-command.ts";
import { fromWire, unavailable, type WireError } from "./wire-error.ts";
import type { Writer } from "./writer.ts";
import { takeWriterThread } from "./writer-thread.ts";

/** To the thread: first the file to open, then commands, then `close`. */
export type ToThread = { open: string } | { id: number; call: Call } | "close";
/** From the thread: the answers of one batch, after its commit. */
export type FromThread = { id: number; done?: Done; error?: WireError }[] | "ready";

/**
 * SQLite's writer: one thread that owns the write connection and commits what is waiting, several commands in
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
  thread.on("error", async (error: Error) => {
    broken ??= error;
    await answered;
    fail(error);
    onBroken(error);
  });
  /** One answer a turn: reads that came meanwhile wait for one of them, not for all of a batch. */
  const answer = async (answers: Exclude<FromThread, "ready">) => {
    for (const { id, done, error } of answers) {
      const caller = waiting.get(id);
      waiting.delete(id);
      if (error) caller?.reject(fromWire(error));
      else if (done) caller?.resolve(done);
      await setImmediate();
    }
  };
  let answered = Promise.resolve();
  thread.on("message", (answers: Exclude<FromThread, "ready">) => {
    answered = answered.then(() => answer(answers));
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
      await answered;
      fail(new Error("closed"));
    },
  };
}
