import { Worker } from "node:worker_threads";
import { ownThreads } from "../dispatch/concurrency/own-threads.ts";
import type { Composed, Composition } from "./compose.ts";

/** Compose parts within a budget, or count the tokens of a text or of several. */
export type TokenTask = Composition | { text: string } | { texts: readonly string[] };

/** Few wait: packs and briefs run few at a time, jobs four. */
const inThread = ownThreads<TokenTask, unknown>(
  () => new Worker(new URL("./tokens-thread.ts", import.meta.url)),
  100,
);

/** Counts tokens in a thread. Throws 503 if the queue is full. */
export const tokensOf = async (text: string) => Number(await inThread({ text }));

/** Counts the tokens of each text in a thread. Throws 503 if the queue is full. */
export const tokensOfEach = async (texts: readonly string[]) => (await inThread({ texts })) as number[];

/** Runs `compose` in a thread. Throws 503 if the queue is full. */
export const composeInThread = async (composition: Composition) => (await inThread(composition)) as Composed;
