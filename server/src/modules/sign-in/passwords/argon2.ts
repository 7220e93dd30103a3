import { Worker } from "node:worker_threads";
import { ownThreads } from "../../../dispatch/concurrency/own-threads.ts";

/** OWASP's minimum for argon2id: 19 MiB and about 10 ms. Hashes contain their parameters. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** Hash a password, or verify it against `hash`. */
export interface HashTask {
  password: string;
  hash: string | null;
  cost: typeof cost;
}

const inThread = ownThreads<HashTask, unknown>(
  () => new Worker(new URL("./argon2-thread.ts", import.meta.url)),
  100,
);

/** Returns a password's PHC string. Throws 503 if the queue is full. */
export const hash = async (password: string) => String(await inThread({ password, hash: null, cost }));

/** Verifies a password. Throws 503 if the queue is full. */
export const verify = async (hash: string, password: string) =>
  (await inThread({ password, hash, cost })) === true;
