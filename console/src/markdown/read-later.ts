import type { Root } from "hast";
import type { AcceptanceCriterion } from "../../../contract/src/criteria/read-criteria.ts";
import { startWorker } from "../own-worker.ts";
import type { Asked } from "./parse.worker.ts";
// oxlint-disable-next-line import/default -- Vite makes this module, which exports the address of the worker.
import address from "./parse.worker.ts?worker&url";
import type { TreeInput } from "./tree.ts";

/** A text that takes longer was made to take long: 250 KB of criteria take one second. In milliseconds. */
const longest = 15_000;
/** The answers about so many texts are kept. */
const mostKept = 50;

const kept = new Map<string, Promise<unknown>>();
/** It starts with whoever may show a text, before there is one. */
let worker: Worker | undefined = start();
let before: Promise<unknown> = Promise.resolve();

/**
 * Returns the tree of a text, and the same promise for the same text; null where it takes too long or nests too deep, so
 * that it is shown as it was written.
 */
export const treeLater = (input: TreeInput): Promise<Root | null> =>
  later({ tree: input }) as Promise<Root | null>;

/** Returns the criteria of a text, and the same promise for the same text; null where it takes too long. */
export const criteriaLater = (text: string): Promise<AcceptanceCriterion[] | null> =>
  later({ criteriaOf: text }) as Promise<AcceptanceCriterion[] | null>;

/** Asks the worker, which reads one text after the other: a long one would hold the page for seconds. */
function later(asked: Asked): Promise<unknown> {
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

/** Starts the worker; one that can't be started before it is asked is started anew then. */
function start(): Worker {
  const started = startWorker(address);
  started.onerror = () => {
    worker = undefined;
  };
  return started;
}

function ask(asked: Asked): Promise<unknown> {
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
