import { Worker } from "node:worker_threads";
import { ownThreads } from "../dispatch/concurrency/own-threads.ts";
import type { fit, Part } from "./fit.ts";

/** Fit parts into a budget, or count a text's tokens. */
export type TokenTask = { parts: readonly Part[]; budget: number } | { text: string };

/** Few wait: packs run two at a time, jobs four. */
const inThread = ownThreads<TokenTask, unknown>(
  () => new Worker(new URL("./tokens-thread.ts", import.meta.url)),
  100,
);

/** Counts tokens in a thread. Throws 503 if the queue is full. */
export const tokensOf = async (text: string) => Number(await inThread({ text }));

/** Runs `fit` in a thread. Throws 503 if the queue is full. */
export const fitInThread = async (parts: readonly Part[], budget: number) =>
  (await inThread({ parts, budget })) as ReturnType<typeof fit>;
