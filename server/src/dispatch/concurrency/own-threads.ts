import { once } from "node:events";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { concurrencyLimit } from "./concurrency-limit.ts";

/**
 * Returns a function that runs tasks on our own threads, one per two cores, with at most `mostWaiting` queued
 * (503). Threads are started on demand and reused. Linux would wake Node's pool on the event loop's core,
 * delaying it by milliseconds (docs/decisions/sign-in.md).
 */
export function ownThreads<Task, Answer>(start: () => Worker, mostWaiting: number) {
  const fewAtATime = concurrencyLimit(Math.max(1, Math.floor(availableParallelism() / 2)), mostWaiting);
  const idle: Worker[] = [];

  const run = (task: Task): Promise<Answer> =>
    fewAtATime(async () => {
      const thread = idle.pop() ?? start();
      thread.ref();
      thread.postMessage(task);
      const [answer] = await once(thread, "message"); // A failing thread exits and is not reused.
      thread.unref(); // An idle thread must not keep the process alive.
      idle.push(thread);
      return answer;
    });
  /** Terminates idle threads; none may be working. */
  const close = async (): Promise<void> => {
    await Promise.all(idle.splice(0).map((thread) => thread.terminate()));
  };
  return Object.assign(run, { close });
}
