import { DiagLogLevel, diag } from "@opentelemetry/api";
import type { Log } from "../log.ts";

/** Milliseconds per logged line, since a collector may be down for long. */
const quiet = 60_000;

/** Logs problems with traces, at most one line per minute. */
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

/** Extracts the reason from the packages' messages (JSON or text), without a stack. */
function reasonOf(said: string): string {
  try {
    const { code, message } = JSON.parse(said) as { code?: unknown; message?: unknown };
    return String(code ?? message).slice(0, 200);
  } catch {
    return said.slice(0, 200);
  }
}
