import { monitorEventLoopDelay } from "node:perf_hooks";
import { cpuSince } from "./measure.ts";

export interface Held {
  /** Elapsed milliseconds, including preemption by other processes. */
  longest: number;
  /** CPU milliseconds of the thread. */
  worked: number;
}

/** Answers the parent's requests for CPU time and for the longest event loop turns since the last request. */
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

/** Returns a function for the longest event loop turns since its last call. */
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
