import { asOutboundError, OutboundError } from "./errors.ts";

/** The time limit of a call, and its caller's signal. */
export type Deadline = {
  signal: AbortSignal;
  /**
   * Returns the error for the caller when something threw: the reason why the call was ended, or else the error itself.
   */
  explain(error: unknown): unknown;
  /** Ends the watch over the deadline and the caller's signal, once the call is over. */
  done(): void;
};

/** Starts a deadline. AbortSignal.any is not used: listeners on a composite signal may be collected before it fires. */
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
