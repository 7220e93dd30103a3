import { type Purpose, secondsSince } from "../meter.ts";
import { type Observed, traced } from "../tracer.ts";
import type { Fetch } from "./client.ts";
import { failureReasonOf } from "./errors.ts";

/** Returns `fetch` as it counts and traces calls for a purpose; where neither is on, it is `fetch` itself. */
export function measured(by: Observed, purpose: Purpose, fetch: Fetch): Fetch {
  if (!by.meter && !by.tracer) return fetch;
  return (url, init) => {
    const host = purpose === "tracker" ? URL.parse(url)?.host : undefined;
    const call = { purpose, ...(host === undefined ? {} : { host }) };
    return measuredCall(
      by,
      call,
      () => fetch(url, init),
      ({ status }) => classOf(status),
      codeOf,
    );
  };
}

interface Call {
  purpose: Purpose;
  /** The host of a tracker; others are addresses that people gave. */
  host?: string;
}

/** Makes a call, and counts and traces it with its result, which is one of a few words. */
export async function measuredCall<T>(
  by: Observed,
  { purpose, host }: Call,
  call: () => Promise<T>,
  resultOf: (answer: T) => string,
  failureOf: (error: unknown) => string,
): Promise<T> {
  const from = performance.now();
  const note = (result: string) => by.meter?.outboundCall(purpose, result, secondsSince(from));
  const facts = { "groundplan.purpose": purpose, ...(host === undefined ? {} : { "server.address": host }) };
  return traced(by, { name: `call ${purpose}`, kind: "client", facts }, async (tell) => {
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

/** Returns the word of the closed list by which a call failed. */
const codeOf = (error: unknown): string => failureReasonOf(error) ?? "aborted";
