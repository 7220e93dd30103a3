import { useEffect } from "react";
import { invalidateQueries } from "../../api/read.ts";
import { timeThere } from "../../base/clock.ts";
import { claimReads } from "./release-claim.ts";

/** Longer than the service takes to record the end, in milliseconds. */
const grace = 2_500;

/** Rereads claims when a shown lease ends: a renewal without a note sends no event. */
export function useLeaseEnd(until: string): void {
  useEffect(() => {
    const timer = setTimeout(
      () => {
        for (const { path } of claimReads) void invalidateQueries({ queryKey: [path] });
      },
      Math.max(0, Date.parse(until) - timeThere()) + grace,
    );
    return () => clearTimeout(timer);
  }, [until]);
}
