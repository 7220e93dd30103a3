import {
  getProjectTracker,
  getPushStatus,
  pushPlan,
  type Reply,
  setProjectTracker,
} from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { toast, toastProblem } from "../../components/overlays/toast.tsx";
import { focusMain } from "../../components/page/main.tsx";
import { statusWords } from "../../planning/trackers/choose-target.tsx";

type Tracker = Reply<typeof getProjectTracker>["tracker"];

/** Asks once which statuses to push, for older targets. */
export function AskStatuses({ projectSlug, tracker }: { projectSlug: string; tracker: Tracker }) {
  const [isSaving, setSaving] = useState(false);
  const { provider, target } = tracker;
  if (provider === null || target === null) return null;
  const choose = async (statuses: Tracker["statuses"]) => {
    setSaving(true);
    try {
      await call(setProjectTracker, { params: { projectSlug }, body: { provider, target, statuses } });
      await invalidate(getProjectTracker, getPushStatus, pushPlan);
      toast("Your choice is saved.");
      focusMain();
    } catch (error) {
      toastProblem(error, { retry: () => choose(statuses) });
    } finally {
      setSaving(false);
    }
  };
  return (
    <fieldset className="mt-3 grid gap-2">
      <legend>What should happen to an issue when the status of its spec changes?</legend>
      <p className="text-ink-2">
        No statuses have been pushed yet. Existing differences stay; only new changes are pushed.
      </p>
      <span className="flex flex-wrap gap-2">
        {(["close", "all", "off"] as const).map((statuses) => (
          <Button key={statuses} disabled={isSaving} onClick={() => void choose(statuses)}>
            {statuses === "off" ? "Push no statuses" : statusWords[statuses]}
          </Button>
        ))}
      </span>
    </fieldset>
  );
}
