import { watch } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { FormatId } from "../../../client/src/import/formats.ts";
import { Failure } from "../failure.ts";
import { runSync, type SyncOptions } from "./run.ts";

/** How long a folder is quiet before it is read, and how often Groundplan is asked. */
const quietMs = 300;
const askMs = 5000;

/** Syncs until Ctrl-C, after changes of the folder and every few seconds. Conflicts are told and left. */
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
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        await runSync(path, readingOf, options);
        told = "";
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const lines = [error.message, ...error.parts].join("\n  ");
        if (lines !== told) process.stderr.write(`${lines}\n`);
        told = lines;
      }
      await Promise.race([changed, wait(askMs)]);
      await wait(quietMs);
    }
  } finally {
    watcher.close();
  }
}
