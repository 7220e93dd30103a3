import { asOutboundError, OutboundError } from "./errors.ts";

/** A call's deadline and its caller's signal. */
export type Deadline = {
  signal: AbortSignal;
  /** Returns the reason for ending the call, otherwise the error itself. */
  explain(error: unknown): unknown;
  /** Notes that a part of the answer came; starts a deadline of silence again. */
  heard(): void;
  /** Stops watching once the call is over. */
  done(): void;
};

interface Milliseconds {
  ms: number;
  /** True if they are between two parts of the answer, not for the whole call. */
  isSilence: boolean;
}

/** Starts a deadline. Avoids AbortSignal.any, whose listeners may be garbage-collected before it fires. */
export function startDeadline(
  { ms, isSilence }: Milliseconds,
  callerSignal: AbortSignal | null | undefined,
): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new OutboundError("timeout")), ms);
  const onAbort = () => controller.abort(callerSignal?.reason);
  if (callerSignal?.aborted) onAbort();
  callerSignal?.addEventListener("abort", onAbort);
  return {
    signal: controller.signal,
    explain: (error) => (controller.signal.aborted ? controller.signal.reason : asOutboundError(error)),
    heard() {
      if (isSilence) timer.refresh();
    },
    done() {
      clearTimeout(timer);
      callerSignal?.removeEventListener("abort", onAbort);
    },
  };
}
