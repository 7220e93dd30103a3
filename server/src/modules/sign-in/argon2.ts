import { Worker } from "node:worker_threads";
import { ownThreads } from "../../dispatch/own-threads.ts";

/** OWASP's floor for argon2id, which takes 19 MiB and some 10 ms of a core. A hash says what it was made with. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** A task of a thread: to hash a password, or to tell whether it is the one of a hash. */
export interface HashTask {
  password: string;
  hash: string | null;
  cost: typeof cost;
}

const inThread = ownThreads<HashTask, unknown>(
  () => new Worker(new URL("./argon2-thread.ts", import.meta.url)),
  100,
);

/** Returns the hash of a password as a PHC string. Throws 503 where too many wait already. */
export const hash = async (password: string) => String(await inThread({ password, hash: null, cost }));

/** Returns true if the hash is the one of the password. Throws 503 where too many wait already. */
export const verify = async (hash: string, password: string) =>
  (await inThread({ password, hash, cost })) === true;
