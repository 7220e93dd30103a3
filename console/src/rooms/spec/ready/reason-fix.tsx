import type { SpecWithCriteria } from "@groundplan/contract";
import type { SpecParams } from "../../work/spec-params.ts";
import { useNeeds } from "../needs.ts";
import { FixButton } from "./fix-button.tsx";
import type { Fix } from "./fixes.ts";
import type { Reason } from "./reason.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  reason: Reason;
  /** This is what one press in the text does about it. */
  fix: Fix | null;
}

/** Shows the one press that does something about a reason, in the text or beside it; nothing where no press can. */
export function ReasonFix(properties: Properties) {
  const { reason, fix } = properties;
  if (reason.code === "dangling-dependencies") return <RemoveGone {...properties} />;
  return fix && <FixButton reason={reason} fix={fix} />;
}

/** Shows the button that takes out a need of a spec that is no more. Only this reason has to know the other specs of the plan. */
function RemoveGone({ params, spec, reason }: Properties) {
  const { specs, remove } = useNeeds(params, spec);
  const need = specs?.find(({ shortId }) => reason.text.startsWith(`${shortId} `));
  if (!need) return null;
  const fix = { name: `Remove ${need.shortId}`, run: () => remove(need, need.shortId) };
  return <FixButton reason={reason} fix={fix} />;
}
