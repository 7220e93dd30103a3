import { type Purpose, secondsSince } from "../meter.ts";
import { type Observed, traced } from "../tracer.ts";
import type { Fetch } from "./client.ts";
import { failureReasonOf } from "./errors.ts";

/** Wraps `fetch` with metrics and traces; returns it unchanged if both are off. */
export function measured(observed: Observed, purpose: Purpose, fetch: Fetch): Fetch {
  if (!observed.meter && !observed.tracer) return fetch;
  return (url, init) => {
    const host = purpose === "tracker" ? URL.parse(url)?.host : undefined;
    const call = { purpose, ...(host === undefined ? {} : { host }) };
    return measuredCall(
      observed,
      call,
      () => fetch(url, init),
      ({ status }) => classOf(status),
      codeOf,
    );
  };
}

interface Call {
  purpose: Purpose;
  /** A tracker's host; others are users' addresses. */
  host?: string;
}

/** Makes, counts and traces a call. */
export async function measuredCall<T>(
  observed: Observed,
  { purpose, host }: Call,
  call: () => Promise<T>,
  resultOf: (answer: T) => string,
  failureOf: (error: unknown) => string,
): Promise<T> {
  const from = performance.now();
  const note = (result: string) => observed.meter?.outboundCall(purpose, result, secondsSince(from));
  const facts = { "groundplan.purpose": purpose, ...(host === undefined ? {} : { "server.address": host }) };
  return traced(observed, { name: `call ${purpose}`, kind: "client", facts }, async (tell) => {
    try {
      const answer = await call();
      const result = resultOf(answer);
      note(result);
      tell({ "groundplan.result": result });
      return answer;
    } catch (error) {
      note(failureOf(error));
      throw error;
    }
  });
}

const classOf = (status: number) => `${Math.trunc(status / 100)}xx`;

/** Returns the failure's code from a closed list. */
const codeOf = (error: unknown): string => failureReasonOf(error) ?? "aborted";
