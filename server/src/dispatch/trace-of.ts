import type { Tx } from "../storage/dialect.ts";

/**
 * `traceparent` of a transaction's command, for the jobs it enqueues. SQLite's commands share a connection
 * serially, so each sets its own.
 */
const traces = new WeakMap<Tx, string>();

export const traceOf = (tx: Tx): string | null => traces.get(tx) ?? null;

export function setTrace(tx: Tx, trace: string | undefined): void {
  if (trace !== undefined) traces.set(tx, trace);
  else traces.delete(tx);
}
