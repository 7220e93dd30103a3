import { monitorEventLoopDelay } from "node:perf_hooks";
import { cpuSince } from "./measure.ts";

/**
 * Answers the process that started this one, whenever it asks, how much CPU this one has used, or for how many
 * milliseconds its event loop was held at most since it was asked last.
 */
export function tellCpu(): void {
  let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;
  const held = () => {
    const longest = (delays?.max ?? 0) / 1e6;
    delays ??= monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    delays.reset();
    return longest;
  };
  process.on("message", (what) => process.send?.(what === "held" ? held() : cpuSince()));
  // A server ends on a signal, even while its parent could still ask.
  process.channel?.unref();
}
