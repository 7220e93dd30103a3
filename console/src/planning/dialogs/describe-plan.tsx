import { getDocument, getPlan, listPlans, type Plan, updatePlan } from "@groundplan/contract";
import { useState } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { UserError } from "../../base/user-error.ts";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { changedBy } from "../edits/changed-by.ts";
import type { PlanParams } from "../params.ts";
import { useEpicTemplate } from "./epic-template.ts";
import { PlanText } from "./plan-text.tsx";

interface Properties {
  params: PlanParams;
  plan: Plan;
  onClose: () => void;
}

/** An empty description can start from the format's template. */
export default function DescribePlan({ params, plan: now, onClose }: Properties) {
  // The base stays, to detect others' edits. A retry overwrites them.
  const [first] = useState(now);
  const [isMeant, mean] = useState(false);
  const plan = isMeant ? now : first;
  const [typed, type] = useState(plan.description ?? "");
  const template = useEpicTemplate(params.projectSlug);
  const submit = async () => {
    const description = typed.trim() === "" ? null : typed;
    const body = { description, baseRevision: plan.revision };
    try {
      await call(updatePlan, { params, body });
    } catch (refusal) {
      const isConflict = refusal instanceof ApiError && refusal.code === "revision_conflict";
      mean(isConflict);
      const who = isConflict ? changedBy(refusal) : null;
      if (who === null) throw refusal;
      throw new UserError(`${who} changed the same text. Save again to replace it by yours.`);
    }
    void invalidate(getPlan, listPlans, getDocument);
    onClose();
  };
  return (
    <FormDialog
      title={`The description of ${plan.shortId}`}
      says="Everyone who builds a spec of this plan reads it first."
      submit={submit}
      action="Save"
      onClose={onClose}
    >
      <PlanText params={params} planId={plan.id} text={typed} onType={type} template={template} />
    </FormDialog>
  );
}
