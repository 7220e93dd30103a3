import { EventEmitter } from "node:events";
import { perProcess } from "../../../dispatch/concurrency/per-process.ts";

/** Words that the model writes at this moment. */
export interface Delta {
  stepId: string;
  text: string;
}

/** The calls that this process makes now, and who follows them. */
export interface Live {
  /** Aborts the call of a run. */
  calls: Map<string, AbortController>;
  /** Emits a run's deltas under its id. */
  deltas: EventEmitter<Record<string, [Delta]>>;
}

export const liveOf = perProcess((): Live => {
  const deltas = new EventEmitter<Record<string, [Delta]>>();
  deltas.setMaxListeners(0);
  return { calls: new Map(), deltas };
});
