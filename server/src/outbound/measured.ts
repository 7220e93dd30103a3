import { type Metered, type Purpose, secondsSince } from "../meter.ts";
import type { Fetch } from "./client.ts";
import { OutboundError } from "./errors.ts";

/** Returns `fetch` as it counts calls for a purpose; without metrics it is `fetch` itself. */
export function measured(by: Metered, purpose: Purpose, fetch: Fetch): Fetch {
  if (!by.meter) return fetch;
  return (url, init) =>
    measuredCall(
      by,
      purpose,
      () => fetch(url, init),
      ({ status }) => classOf(status),
      codeOf,
    );
}

/** Makes a call, and counts it by its result, which is one of a few words. */
export async function measuredCall<T>(
  { meter }: Metered,
  purpose: Purpose,
  call: () => Promise<T>,
  resultOf: (answer: T) => string,
  failureOf: (error: unknown) => string,
): Promise<T> {
  const from = performance.now();
  const note = (result: string) => meter?.outboundCall(purpose, result, secondsSince(from));
  try {
    const answer = await call();
    note(resultOf(answer));
    return answer;
  } catch (error) {
    note(failureOf(error));
    throw error;
  }
}

const classOf = (status: number) => `${Math.trunc(status / 100)}xx`;

/** Returns the word of the closed list by which a call failed. */
const codeOf = (error: unknown): string => (error instanceof OutboundError ? error.code : "aborted");
