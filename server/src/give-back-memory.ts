import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Releases the memory needed only for a thread's start, once it is idle at the end of a second: a sixth of
 * the process. Only V8's last-resort collection shrinks the young generation; it takes 50 ms
 * (docs/decisions/hot-path.md).
 */
export function giveBackMemory(isIdle: () => boolean): void {
  const timer = setInterval(() => {
    if (!isIdle()) return;
    clearInterval(timer);
    collector()({ type: "major", flavor: "last-resort" });
  }, 1000);
  timer.unref();
}

/**
 * Forces a collection. V8 delays collecting long strings while few small objects are allocated (150 MB at
 * worst) and lets a small heap triple. A major one takes 20 ms.
 */
export function collectGarbage(type: "minor" | "major"): void {
  collector()({ type });
}

let collect: NodeJS.GCFunction | undefined;
function collector(): NodeJS.GCFunction {
  if (collect) return collect;
  setFlagsFromString("--expose-gc");
  const made: NodeJS.GCFunction = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  collect = made;
  return made;
}
