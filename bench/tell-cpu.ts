import { monitorEventLoopDelay } from "node:perf_hooks";
import { cpuSince } from "./measure.ts";

/** The longest turns of an event loop in milliseconds. */
export interface Held {
  /** Elapsed time, including preemption by other processes. */
  longest: number;
  /** CPU time of the thread. */
  worked: number;
}

/**
 * Answers the parent's requests for this process's CPU time, and for its longest event loop turns since the
 * last request; the first one starts measuring.
 */
export function tellCpu(): void {
  let held: (() => Held) | undefined;
  const heldSince = (): Held => {
    const since = held?.();
    held ??= watchTurns();
    return since ?? { longest: 0, worked: 0 };
  };
  process.on("message", (what) => process.send?.(what === "held" ? heldSince() : cpuSince()));
  // The channel must not keep a server alive after a signal.
  process.channel?.unref();
}

/** Measures every turn of the event loop; returns the longest ones since the last call. */
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
