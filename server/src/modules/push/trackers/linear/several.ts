import { pooled } from "../concurrent.ts";
import { TrackerError } from "../tracker.ts";
import type { Linear } from "./client.ts";
import { type Mutation, together } from "./documents.ts";
import { type Fields, isFields, unreadable } from "./read.ts";

export type Result = { payload: Fields } | { error: TrackerError };

/**
 * Sends mutations that may be repeated, in one document as long as they work. By the schema none of their answers
 * can be null, so one that fails takes the answers of all others with it, of those that were done and of those that
 * were not begun: they are sent again without it. Throws where nothing is known of any.
 */
export async function several(linear: Linear, calls: readonly Mutation[]): Promise<Result[]> {
  const results = new Map<Mutation, Result>();
  let left = [...calls];
  while (left.length > 0) {
    const round = await sendTogether(linear, left).catch((error: unknown) => {
      if (!(error instanceof TrackerError)) throw error;
      if (isOfOne(error) && left.length > 1) return null; // It does not say whose it is.
      if (results.size === 0) throw error;
      return left.map((): Result => ({ error }));
    });
    const settled = round ?? (await alone(linear, left));
    for (const [at, result] of settled.entries()) {
      const call = left[at];
      if (call && result) results.set(call, result);
    }
    const rest = left.filter((call) => !results.has(call));
    if (rest.length === left.length) throw unreadable();
    left = rest;
  }
  return calls.map((call) => results.get(call) ?? { error: unreadable() });
}

/** Refused for what one thing is like, and not because of the key or the place. */
export const isOfOne = ({ outcome, code }: TrackerError) =>
  outcome === "refused" && (code === "invalid" || code === "missing");

/** Undefined for those of which the answer says nothing. */
async function sendTogether(linear: Linear, calls: Mutation[]): Promise<(Result | undefined)[]> {
  const { document, variables } = together(calls);
  const { data, errors } = await linear(document, variables);
  return calls.map((_, at): Result | undefined => {
    const error = errors.get(`m${at}`);
    if (error) return { error };
    const payload = data?.[`m${at}`];
    if (isFields(payload)) return payload.success === true ? { payload } : { error: unreadable() };
    return errors.size === 0 ? { error: unreadable() } : undefined;
  });
}

const alone = (linear: Linear, calls: Mutation[]) =>
  pooled(calls, 4, async (call): Promise<Result> => {
    const [result] = await several(linear, [call]).catch((error: unknown) => [failed(error)]);
    return result ?? { error: unreadable() };
  });

/** A failure as the outcome of one thing. Other errors than the tracker's are ours, and thrown. */
export function failed(error: unknown): { done: false; error: TrackerError } {
  if (error instanceof TrackerError) return { done: false, error };
  throw error;
}
