import {
  getProjectTracker,
  getPushStatus,
  pushPlan,
  type Reply,
  setProjectTracker,
} from "@groundplan/contract";
import { useState } from "react";
import { trackerDetails } from "../../../../contract/src/integrations/tracker-keys.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { toast, toastProblem } from "../../components/overlays/toast.tsx";
import { focusMain } from "../../components/page/main.tsx";
import { detailWords } from "../../planning/trackers/choose-target.tsx";

interface Properties extends Omit<Reply<typeof getProjectTracker>, "statusesChosen"> {
  projectSlug: string;
  mayWrite: boolean;
}

/** Tells which details of specs are pushed, and offers them for older targets. */
export function PushedDetails({ projectSlug, tracker, detailsChosen, mayWrite }: Properties) {
  const [isSaving, setSaving] = useState(false);
  const { provider, target, details } = tracker;
  if (provider === null || target === null) return null;
  const all = trackerDetails[provider];
  const said = (list: readonly (keyof typeof detailWords)[]) =>
    list.map((detail) => detailWords[detail].toLowerCase()).join(", ");
  if (detailsChosen)
    return (
      <p className="text-ink-2">
        {details.length > 0
          ? `Also pushed of specs: ${said(details)}.`
          : "No other fields of specs are pushed."}
      </p>
    );
  const push = async () => {
    setSaving(true);
    try {
      const body = { provider, target, details: [...all] };
      await call(setProjectTracker, { params: { projectSlug }, body });
      await invalidate(getProjectTracker, getPushStatus, pushPlan);
      toast("They are pushed from now on.");
      focusMain();
    } catch (error) {
      toastProblem(error, { retry: push });
    } finally {
      setSaving(false);
    }
  };
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2 text-ink-2">
      Not pushed yet of specs: {said(all)}.
      {mayWrite && (
        <Button disabled={isSaving} onClick={() => void push()}>
          Push these, too
        </Button>
      )}
    </p>
  );
}
