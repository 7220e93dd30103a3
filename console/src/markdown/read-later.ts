import type { Root } from "hast";
import type { AcceptanceCriterion } from "../../../contract/src/criteria/read-criteria.ts";
import { startWorker } from "../base/own-worker.ts";
import type { ParseRequest } from "./parse.worker.ts";
// oxlint-disable-next-line import/default -- Vite makes this module, which exports the address of the worker.
import address from "./parse.worker.ts?worker&url";
import type { TreeInput } from "./tree.ts";

/** In milliseconds; 250 KB of criteria take one second. */
const longest = 15_000;
/** In texts. */
const mostKept = 50;

const kept = new Map<string, Promise<unknown>>();
/** Started before there is a text. */
let worker: Worker | undefined = start();
let before: Promise<unknown> = Promise.resolve();

/** Cached by input; null if parsing takes too long or nests too deep. */
export const treeLater = (input: TreeInput): Promise<Root | null> =>
  later({ tree: input }) as Promise<Root | null>;

/** Cached by text; null if parsing takes too long. */
export const criteriaLater = (text: string): Promise<AcceptanceCriterion[] | null> =>
  later({ criteriaOf: text }) as Promise<AcceptanceCriterion[] | null>;

/** Queues a request, since a long text would block the page for seconds. */
function later(asked: ParseRequest): Promise<unknown> {
  const key = JSON.stringify(asked);
  const known = kept.get(key);
  if (known) return known;
  const answer = before.then(() => ask(asked));
  before = answer;
  kept.set(key, answer);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return answer;
}

/** The next request replaces a worker that failed to start. */
function start(): Worker {
  const started = startWorker(address);
  started.onerror = () => {
    worker = undefined;
  };
  return started;
}

function ask(asked: ParseRequest): Promise<unknown> {
  worker ??= start();
  const current = worker;
  return new Promise((resolve) => {
    const end = (answer: unknown) => {
      clearTimeout(timer);
      resolve(answer);
    };
    const giveUp = () => {
      current.terminate();
      worker = undefined;
      end(null);
    };
    const timer = setTimeout(giveUp, longest);
    current.onmessage = ({ data }: MessageEvent<unknown>) => end(data);
    current.onmessageerror = giveUp;
    current.onerror = giveUp;
    current.postMessage(asked);
  });
}
