import type { Tx } from "../storage/dialect.ts";

/**
 * The trace of the command that runs in a transaction, as a `traceparent` header, for the jobs that it leaves. SQLite's
 * writer runs its commands one after the other on one connection, so each sets its own.
 */
const traces = new WeakMap<Tx, string>();

export const traceOf = (tx: Tx): string | null => traces.get(tx) ?? null;

export function setTrace(tx: Tx, trace: string | undefined): void {
  if (trace !== undefined) traces.set(tx, trace);
  else traces.delete(tx);
}
