import type { SpecWithCriteria } from "@groundplan/contract";
import type { SpecParams } from "../../../planning/params.ts";
import { FixButton } from "../readiness/fix-button.tsx";
import type { Reason } from "../readiness/reason.ts";
import { useNeeds } from "./needs.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  reason: Reason;
}

/** Removes a dependency on a deleted spec; only this reason needs the plan's specs. */
export default function RemoveGone({ params, spec, reason }: Properties) {
  const { specs, remove } = useNeeds(params, spec);
  const need = specs?.find(({ shortId }) => reason.text.startsWith(`${shortId} `));
  if (!need) return null;
  const fix = { name: `Remove ${need.shortId}`, run: () => remove(need, need.shortId) };
  return <FixButton reason={reason} fix={fix} />;
}
