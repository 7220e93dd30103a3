import { asOutboundError, OutboundError } from "./errors.ts";

/** What ends a call before its time: the deadline, or the caller. */
export type Ending = {
  signal: AbortSignal;
  /** What to tell the caller when something threw: why the call was ended, or else what went wrong. */
  explain(error: unknown): unknown;
  /** Forgets the deadline and the caller's signal: the call is over. */
  done(): void;
};

/** Not AbortSignal.any: what hangs on a composite signal only may be collected before it fires. */
export function startEnding(deadlineMs: number, callerSignal: AbortSignal | null | undefined): Ending {
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
