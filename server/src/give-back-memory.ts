import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives the memory back that a thread needed only to start, once, as soon as it is idle when a second is over: a sixth of
 * what the process holds. Only V8's last resort makes the space for new objects small again; it takes 50 ms
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
 * Collects new objects, or all. V8 lets long texts of answers wait for as long as few small objects are made beside them,
 * which took 150 MB at a time, and lets a small heap grow to three times of what is in use. All of them take 20 ms.
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
