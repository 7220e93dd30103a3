import { watch } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { FormatId } from "../../../client/src/import/formats.ts";
import { ApiError, ConnectionError } from "../../../client/src/index.ts";
import { explain, Failure } from "../failure.ts";
import { printable } from "../output.ts";
import { runSync, type SyncOptions } from "./run.ts";

/** How long a folder is quiet before it is read, and how often Groundplan is asked. */
const quietMs = 300;
const askMs = 5000;

/** Syncs until Ctrl-C, after changes of the folder and every few seconds. Tells conflicts and lost connections, and goes on. */
export async function watchFolder(
  path: string,
  readingOf: (id: FormatId) => Readonly<Record<string, string>>,
  options: SyncOptions,
): Promise<void> {
  let wake = () => {};
  const watcher = watch(path, { recursive: true }, (_, name) => {
    if (!name?.includes(".git/")) wake();
  });
  let told = "";
  process.stderr.write(`Keeping ${printable(path)} in step until Ctrl-C.\n`);
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        await runSync(path, readingOf, Object.assign({ quiet: true as const }, options));
        if (told !== "") process.stderr.write("In step again.\n");
        told = "";
      } catch (error) {
        if (!(error instanceof Failure) && !isPassing(error)) throw error;
        // A service that is gone is told once, whichever way a request failed.
        const about = error instanceof Failure ? error.message + error.parts.join() : error.name;
        if (about !== told) process.stderr.write(`${explain(error)}\n`);
        told = about;
      }
      await Promise.race([changed, wait(askMs)]);
      await wait(quietMs);
    }
  } finally {
    watcher.close();
  }
}

/** Tests for an error that may be over a moment later, such as while the service starts again. */
const isPassing = (error: unknown): error is ApiError | ConnectionError =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500));
