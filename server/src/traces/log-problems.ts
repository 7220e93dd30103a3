import { DiagLogLevel, diag } from "@opentelemetry/api";
import type { Log } from "../log.ts";

/** The milliseconds for which one line stands for all problems: a collector may be down for long. */
const quiet = 60_000;

/** Logs what goes wrong with traces, a line a minute at most. Returns what does so. */
export function logProblems(log: Log): (said: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const tell = (said: string) => {
    if (performance.now() - loggedAt < quiet) return;
    loggedAt = performance.now();
    log.warn({ reason: reasonOf(said) }, "traces did not reach their collector; the service goes on without");
  };
  const nothing = () => {};
  const logger = { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  return tell;
}

/** Returns what the packages say, which is an error as JSON or a sentence, without its stack. */
function reasonOf(said: string): string {
  try {
    const { code, message } = JSON.parse(said) as { code?: unknown; message?: unknown };
    return String(code ?? message).slice(0, 200);
  } catch {
    return said.slice(0, 200);
  }
}
