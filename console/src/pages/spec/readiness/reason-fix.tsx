import type { SpecWithCriteria } from "@groundplan/contract";
import { later } from "../../../components/loading/later.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { FixButton } from "./fix-button.tsx";
import type { Fix } from "./fixes.ts";
import type { Reason } from "./reason.ts";

/** Few specs need a deleted one. */
const RemoveGone = later(() => import("../needs/remove-gone.tsx"));

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  reason: Reason;
  /** The fix in the text. */
  fix: Fix | null;
}

/** A reason's one-click fix, if any. */
export function ReasonFix({ params, spec, reason, fix }: Properties) {
  if (reason.code === "dangling-dependencies")
    return <RemoveGone params={params} spec={spec} reason={reason} />;
  return fix && <FixButton reason={reason} fix={fix} />;
}
