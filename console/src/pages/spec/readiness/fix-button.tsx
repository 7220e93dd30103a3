import type { Fix } from "./fixes.ts";
import type { Reason } from "./reason.ts";

/** The one-click fix for a reason. */
export const FixButton = ({ reason, fix }: { reason: Reason; fix: Fix }) => (
  <button
    type="button"
    aria-label={`${fix.name}: ${reason.text}`}
    onClick={fix.run}
    className="-mx-1 rounded-md px-1 py-0.5 text-left text-note font-[550] text-accent hover:underline"
  >
    {fix.name}
  </button>
);
