import { duplicatePlan, listPlans, type Plan, updatePlan } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Check } from "../../components/forms/check.tsx";
import { Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import type { PlanParams } from "../params.ts";
import { stillHere } from "../still-here.ts";

interface Properties {
  params: PlanParams;
  plan: Plan;
  /** Makes the copy a template. */
  asTemplate: boolean;
  onClose: () => void;
}

/** Copies a plan, or makes a plan from a template, or a template of a plan. */
export function DuplicatePlan({ params, plan, asTemplate, onClose }: Properties) {
  const { projectSlug } = params;
  const navigate = useNavigate();
  const isCopy = !plan.template && !asTemplate;
  const submit = async ({ name = "", withSpecs, withSubPlans }: Record<string, string>) => {
    const isHere = stillHere();
    const parts = { withSpecs: withSpecs !== undefined, withSubPlans: withSubPlans !== undefined };
    const { plan: copy } = await call(duplicatePlan, { params, body: { name, ...parts } });
    const ofCopy = { projectSlug, planShortId: copy.shortId };
    if (asTemplate) await call(updatePlan, { params: ofCopy, body: { template: true } });
    void invalidate(listPlans);
    onClose();
    toast(asTemplate ? `${copy.shortId} is a template.` : `${copy.shortId} is made from ${plan.shortId}.`);
    if (isHere()) await navigate({ to: "/projects/$projectSlug/plans/$planShortId", params: ofCopy });
  };
  const title = asTemplate
    ? `A template from ${plan.shortId}`
    : plan.template
      ? `A new plan from ${plan.shortId}`
      : `A copy of ${plan.shortId}`;
  const who = plan.visibility === "PRIVATE" ? "only you see it" : "it is shared like any new plan";
  return (
    <FormDialog
      title={title}
      says={`It is a plan of yours, and ${who}. Its specs are to do; assignees, dates, comments and tracker items stay behind.`}
      submit={submit}
      action={asTemplate ? "Save as template" : plan.template ? "Create plan" : "Duplicate"}
      onClose={onClose}
    >
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        defaultValue={isCopy ? `${plan.name} (copy)` : plan.name}
        required
      />
      <Check name="withSpecs" defaultChecked>
        With its specs
      </Check>
      <Check name="withSubPlans" defaultChecked>
        With its sub-plans
      </Check>
    </FormDialog>
  );
}
