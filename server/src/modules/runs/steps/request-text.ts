import type { StepRow } from "../store.ts";

/** A request without the part that it has in common with the one before. */
export type StoredRequest = Pick<StepRow, "shared" | "request">;

type Sent = Pick<StepRow, "n" | "call_id" | "shared" | "request">;

/** Returns a request as it is stored, since each repeats the conversation so far. */
export function storedRequest(request: string, before: string): StoredRequest {
  let shared = 0;
  while (shared < before.length && request.charCodeAt(shared) === before.charCodeAt(shared)) shared++;
  return { shared, request: request.slice(shared) };
}

/** Returns a step's whole request, byte for byte. */
export function requestOf(step: Sent, steps: readonly Sent[]): string {
  if (step.call_id !== null) return step.request;
  let text = "";
  for (const { n, shared, request } of steps.filter(isCall)) {
    text = text.slice(0, shared) + request;
    if (n === step.n) break;
  }
  return text;
}

/** Returns the request of the last call; empty before the first. */
export function lastRequest(steps: readonly Sent[]): string {
  const last = steps.findLast(isCall);
  return last ? requestOf(last, steps) : "";
}

/** A call that failed is a problem for people. */
const isCall = ({ call_id, shared, request }: Sent) => call_id === null && (shared > 0 || request !== "");
