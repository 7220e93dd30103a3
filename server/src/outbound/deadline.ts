import { asOutboundError, OutboundError } from "./errors.ts";

/** A call's deadline and its caller's signal. */
export type Deadline = {
  signal: AbortSignal;
  /** Returns the reason for ending the call, otherwise the error itself. */
  explain(error: unknown): unknown;
  /** Stops watching once the call is over. */
  done(): void;
};

/** Starts a deadline. Avoids AbortSignal.any, whose listeners may be garbage-collected before it fires. */
export function startDeadline(deadlineMs: number, callerSignal: AbortSignal | null | undefined): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new OutboundError("timeout")), deadlineMs);
  const onAbort = () => controller.abort(callerSignal?.reason);
  if (callerSignal?.aborted) onAbort();
  callerSignal?.addEventListener("abort", onAbort);
  return {
    signal: controller.signal,
    explain: (error) => (controller.signal.aborted ? controller.signal.reason : asOutboundError(error)),
    done() {
      clearTimeout(timer);
      callerSignal?.removeEventListener("abort", onAbort);
    },
  };
}
