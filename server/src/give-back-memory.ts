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
    setFlagsFromString("--expose-gc");
    const collect: NodeJS.GCFunction = runInNewContext("gc");
    setFlagsFromString("--no-expose-gc");
    collect({ type: "major", flavor: "last-resort" });
  }, 1000);
  timer.unref();
}
