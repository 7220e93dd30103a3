import { startWorker } from "../../base/own-worker.ts";
// oxlint-disable-next-line import/default -- Vite makes this module, which exports the address of the worker.
import address from "./paste.worker.ts?worker&url";
import type { Pasted } from "./pasted.ts";

/** In milliseconds. */
const longest = 5_000;

/** Converts HTML in a worker of its own, which ends with it; null if the plain text should be pasted. */
export function convert(html: string): Promise<Pasted | null> {
  return new Promise((resolve) => {
    const worker = startWorker(address);
    const end = (answer: Pasted | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), longest);
    worker.onmessage = ({ data }: MessageEvent<Pasted | null>) => end(data);
    worker.onmessageerror = () => end(null);
    worker.onerror = () => end(null);
    worker.postMessage(html);
  });
}
