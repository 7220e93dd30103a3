import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { concurrencyLimit } from "../../dispatch/concurrency-limit.ts";

/** OWASP's floor for argon2id, which takes 19 MiB and some 10 ms of a core. A hash says what it was made with. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** A task of a thread: to hash a password, or to tell whether it is the one of a hash. */
export interface HashTask {
  password: string;
  hash: string | null;
  cost: typeof cost;
}

/** One hash at a time for each two cores, so that sign-ins leave room for everything else. */
const oneAtATime = concurrencyLimit(Math.max(1, Math.floor(availableParallelism() / 2)), 100);

/**
 * The threads that wait for a task. They are our own, since Linux wakes a thread of Node's pool on the core of the thread
 * that answers requests, which then waits for some milliseconds (docs/decisions/sign-in.md).
 */
const idle: Worker[] = [];
const start = () => new Worker(new URL("./argon2-thread.ts", import.meta.url));

/** Returns the hash of a password as a PHC string. Throws 503 where too many wait already. */
export const hash = (password: string) => inThread<string>({ password, hash: null, cost });

/** Returns true if the hash is the one of the password. Throws 503 where too many wait already. */
export const verify = (hash: string, password: string) => inThread<boolean>({ password, hash, cost });

const inThread = <T>(task: HashTask): Promise<T> =>
  oneAtATime(async () => {
    const thread = idle.pop() ?? start();
    thread.ref();
    thread.postMessage(task);
    const [answer] = await once(thread, "message"); // A thread that fails ends, and is not used again.
    thread.unref(); // A thread that waits does not keep the process alive.
    idle.push(thread);
    return answer;
  });
