import { pooled } from "../../concurrent.ts";
import { TrackerError } from "../../tracker.ts";
import { type Fields, isFields, unreadable } from "../answer.ts";
import type { Linear } from "../client.ts";
import { failed } from "../outcomes.ts";
import { type Mutation, together } from "./documents.ts";

export type Result = { payload: Fields } | { error: TrackerError };

/**
 * Sends idempotent mutations in one document. No answer is nullable, so one failure voids all others, done or
 * not; they are sent again without it. Throws if all outcomes are unknown.
 */
export async function sendBatch(linear: Linear, calls: readonly Mutation[]): Promise<Result[]> {
  const results = new Map<Mutation, Result>();
  let left = [...calls];
  while (left.length > 0) {
    const round = await sendTogether(linear, left).catch((error: unknown) => {
      if (!(error instanceof TrackerError)) throw error;
      if (concernsOneItem(error) && left.length > 1) return null; // The error doesn't say which mutation failed.
      if (results.size === 0) throw error;
      return left.map((): Result => ({ error }));
    });
    const settled = round ?? (await alone(linear, left));
    for (const [index, result] of settled.entries()) {
      const call = left[index];
      if (call && result) results.set(call, result);
    }
    const rest = left.filter((call) => !results.has(call));
    if (rest.length === left.length) throw unreadable();
    left = rest;
  }
  return calls.map((call) => results.get(call) ?? { error: unreadable() });
}

/** Distinguishes a refused item from a refused key or target. */
export const concernsOneItem = ({ outcome, code }: TrackerError) =>
  outcome === "refused" && (code === "invalid" || code === "missing");

/** Returns undefined for unanswered ones. */
async function sendTogether(linear: Linear, calls: Mutation[]): Promise<(Result | undefined)[]> {
  const { document, variables } = together(calls);
  const { data, errors } = await linear(document, variables);
  return calls.map((_, index): Result | undefined => {
    const error = errors.get(`m${index}`);
    if (error) return { error };
    const payload = data?.[`m${index}`];
    if (isFields(payload)) return payload.success === true ? { payload } : { error: unreadable() };
    return errors.size === 0 ? { error: unreadable() } : undefined;
  });
}

const alone = (linear: Linear, calls: Mutation[]) =>
  pooled(calls, 4, async (call): Promise<Result> => {
    const [result] = await sendBatch(linear, [call]).catch((error: unknown) => [failed(error)]);
    return result ?? { error: unreadable() };
  });
