import type { SpecClaim } from "@groundplan/contract";
import { relativeTime } from "../../components/time.tsx";
import { clockTime, holderName } from "./held-text.ts";
import { useLeaseEnd } from "./use-lease-end.ts";

interface Properties {
  claim: SpecClaim;
  className?: string;
}

/** "Held by Ada (Coder 1) until 14:05". A long name is cut, the time never. */
export function HeldWords({ claim, className = "text-note" }: Properties) {
  const { until } = claim;
  useLeaseEnd(until);
  const holder = `Held by ${holderName(claim)}`;
  return (
    <span className={`flex min-w-0 text-ink-2 ${className}`}>
      <span className="min-w-0 truncate" title={holder}>
        {holder}
      </span>
      <span className="flex-none whitespace-pre">
        {" until "}
        <time dateTime={until} title={relativeTime(until)}>
          {clockTime(until)}
        </time>
      </span>
    </span>
  );
}
