import { monitorEventLoopDelay } from "node:perf_hooks";
import { cpuSince } from "./measure.ts";

/** The longest turns of an event loop, in milliseconds. */
export interface Held {
  /** The loop was held for so long, also while the system let other processes run. */
  longest: number;
  /** The thread itself worked for so long in one turn. */
  worked: number;
}

/**
 * Answers the process that started this one, whenever it asks, how much CPU this one has used, or for how long its event
 * loop was held at most since it was asked last; the first time begins to look.
 */
export function tellCpu(): void {
  let held: (() => Held) | undefined;
  const heldSince = (): Held => {
    const since = held?.();
    held ??= watchTurns();
    return since ?? { longest: 0, worked: 0 };
  };
  process.on("message", (what) => process.send?.(what === "held" ? heldSince() : cpuSince()));
  // A server ends on a signal, even while its parent could still ask.
  process.channel?.unref();
}

/** Looks at every turn of the event loop, and returns the longest ones since it was asked last. */
function watchTurns(): () => Held {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  let worked = 0;
  let before = ofThread();
  setInterval(() => {
    const now = ofThread();
    worked = Math.max(worked, now - before);
    before = now;
  }, 1).unref();
  return () => {
    const since = { longest: delays.max / 1e6, worked };
    delays.reset();
    worked = 0;
    return since;
  };
}

function ofThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
