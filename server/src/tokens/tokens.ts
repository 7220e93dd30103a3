import { Worker } from "node:worker_threads";
import { ownThreads } from "../dispatch/own-threads.ts";
import type { fit, Part } from "./fit.ts";

/** A task of the thread: to put parts into a budget, or to count the tokens of a text. */
export type TokenTask = { parts: readonly Part[]; budget: number } | { text: string };

/** Few wait: packs come two at a time, and jobs four. */
const inThread = ownThreads<TokenTask, unknown>(
  () => new Worker(new URL("./tokens-thread.ts", import.meta.url)),
  100,
);

/** Counts the tokens of a text in a thread of our own. Throws 503 where too many wait already. */
export const tokensOf = async (text: string) => Number(await inThread({ text }));

/** Puts parts into a budget of tokens in a thread of our own; see `fit`. Throws 503 where too many wait already. */
export const fitInThread = async (parts: readonly Part[], budget: number) =>
  (await inThread({ parts, budget })) as ReturnType<typeof fit>;
