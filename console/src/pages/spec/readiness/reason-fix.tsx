import type { SpecWithCriteria } from "@groundplan/contract";
import type { SpecParams } from "../../../planning/params.ts";
import { useNeeds } from "../needs/needs.ts";
import { FixButton } from "./fix-button.tsx";
import type { Fix } from "./fixes.ts";
import type { Reason } from "./reason.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  reason: Reason;
  /** The fix in the text. */
  fix: Fix | null;
}

/** A reason's one-click fix, if any. */
export function ReasonFix(properties: Properties) {
  const { reason, fix } = properties;
  if (reason.code === "dangling-dependencies") return <RemoveGone {...properties} />;
  return fix && <FixButton reason={reason} fix={fix} />;
}

/** Removes a dependency on a deleted spec; only this reason needs the plan's specs. */
function RemoveGone({ params, spec, reason }: Properties) {
  const { specs, remove } = useNeeds(params, spec);
  const need = specs?.find(({ shortId }) => reason.text.startsWith(`${shortId} `));
  if (!need) return null;
  const fix = { name: `Remove ${need.shortId}`, run: () => remove(need, need.shortId) };
  return <FixButton reason={reason} fix={fix} />;
}
