import { cpuSince } from "./measure.ts";

/** Answers the process that started this one, whenever it asks, how much CPU this one has used. */
export function tellCpu(): void {
  process.on("message", () => process.send?.(cpuSince()));
  // A server ends on a signal, even while its parent could still ask.
  process.channel?.unref();
}
