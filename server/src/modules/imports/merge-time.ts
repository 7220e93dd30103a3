import { ApiError } from "../../errors.ts";

/** The milliseconds of CPU that all merges of a request may take, since others wait to write meanwhile. */
const longest = 3000;

/** Runs a merge, and counts the CPU that it takes. A busy machine is no reason to refuse. */
export type Timed = <T>(merge: () => T) => T;

/** Returns what runs the merges of one request. It throws 413 once they took too long together; nothing is kept then. */
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
