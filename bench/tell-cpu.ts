import { cpuSince } from "./measure.ts";

/** Tells the process that started this one how much CPU it has used, when asked. */
export function tellCpu(): void {
  process.on("message", () => process.send?.(cpuSince()));
  // A server ends on a signal, and not later because someone might still ask.
  process.channel?.unref();
}
