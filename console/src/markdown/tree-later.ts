import type { Root } from "hast";
import { startWorker } from "../own-worker.ts";
// oxlint-disable-next-line import/default -- Vite makes this module, which exports the address of the worker.
import address from "./parse.worker.ts?worker&url";
import type { TreeInput } from "./tree.ts";

/** A text that takes longer was made to take long: 250 KB of criteria take one second. In milliseconds. */
const longest = 15_000;
/** The trees of so many texts are kept. */
const mostKept = 50;

const kept = new Map<string, Promise<Root | null>>();
let worker: Worker | undefined;
let before: Promise<unknown> = Promise.resolve();

/**
 * Returns the tree of a text, and the same promise for the same text; null where it takes too long or nests too deep, so
 * that it is shown as it was written. A worker reads it: a long text would hold the page for seconds.
 */
export function treeLater(input: TreeInput): Promise<Root | null> {
  const key = JSON.stringify(input);
  const known = kept.get(key);
  if (known) return known;
  const tree = before.then(() => read(input));
  before = tree;
  kept.set(key, tree);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return tree;
}

function read(input: TreeInput): Promise<Root | null> {
  worker ??= startWorker(address);
  const asked = worker;
  return new Promise((resolve) => {
    const end = (tree: Root | null) => {
      clearTimeout(timer);
      resolve(tree);
    };
    const giveUp = () => {
      asked.terminate();
      worker = undefined;
      end(null);
    };
    const timer = setTimeout(giveUp, longest);
    asked.onmessage = ({ data }: MessageEvent<Root | null>) => end(data);
    asked.onmessageerror = giveUp;
    asked.onerror = giveUp;
    asked.postMessage(input);
  });
}
