import { once } from "node:events";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { concurrencyLimit } from "./concurrency-limit.ts";

/**
 * Returns a function that has a task done in a thread of our own: one at a time for each two cores, so that the rest of
 * the service keeps its share, and at most `mostWaiting` wait (503). A thread is started when none is idle, and is used
 * again. Linux wakes a thread of Node's pool on the core of the thread that answers requests, which then waits for some
 * milliseconds (docs/decisions/sign-in.md); these leave it alone.
 */
export function ownThreads<Task, Answer>(start: () => Worker, mostWaiting: number) {
  const fewAtATime = concurrencyLimit(Math.max(1, Math.floor(availableParallelism() / 2)), mostWaiting);
  const idle: Worker[] = [];

  const run = (task: Task): Promise<Answer> =>
    fewAtATime(async () => {
      const thread = idle.pop() ?? start();
      thread.ref();
      thread.postMessage(task);
      const [answer] = await once(thread, "message"); // A thread that fails ends, and is not used again.
      thread.unref(); // A thread that waits does not keep the process alive.
      idle.push(thread);
      return answer;
    });
  /** Ends the threads that are idle, with what they have open; none may be at work. */
  const close = async (): Promise<void> => {
    await Promise.all(idle.splice(0).map((thread) => thread.terminate()));
  };
  return Object.assign(run, { close });
}
