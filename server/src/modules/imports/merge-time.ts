import { ApiError } from "../../errors.ts";

/** CPU milliseconds for all merges of a request, during which other writers wait. */
const longest = 3000;

/** Runs a merge and counts its CPU time, so that a busy machine doesn't matter. */
export type Timed = <T>(merge: () => T) => T;

/**
 * Returns a runner for one request's merges that throws 413 beyond the limit, which rolls everything back.
 */
export function limitMergeTime(most = longest): Timed {
  let spent = 0;
  return (merge) => {
    const before = process.threadCpuUsage();
    const merged = merge();
    const { user, system } = process.threadCpuUsage(before);
    spent += (user + system) / 1000;
    if (spent <= most) return merged;
    throw new ApiError(
      "payload_too_large",
      "Too much was changed on both sides to be merged at once. Import fewer plans in one request.",
    );
  };
}
