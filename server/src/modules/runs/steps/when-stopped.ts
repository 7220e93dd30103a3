import type { Context } from "../../context.ts";
import { findRun, type RunKey } from "../store.ts";
import { isAtWork } from "./end-run.ts";

/** Milliseconds between looks during continuous commits. */
const gatherMs = 250;

/** Aborts a call once its run was stopped by another process. Returns the end of watching. */
export function whenStopped({ db, commits, log }: Context, key: RunKey, ending: AbortController): () => void {
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      const run = await findRun(db, key);
      if (!run || !isAtWork(run)) ending.abort();
    } catch (error) {
      log.warn({ err: error, run: key.runId }, "whether a run was stopped could not be read");
    } finally {
      timer = undefined;
    }
  };
  const unsubscribe = commits.subscribe(() => {
    timer ??= setTimeout(() => void look(), gatherMs);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
