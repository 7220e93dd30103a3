import type { Plan } from "@groundplan/contract";
import { useState } from "react";
import { make } from "../../api/edit.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { toast } from "../../parts/toast.tsx";
import { editPlan } from "./plan-edits.ts";
import type { PlanParams } from "./spec-params.ts";

/** Gives a plan another name, which shows at once. */
export function RenamePlan({
  params,
  plan: now,
  onClose,
}: {
  params: PlanParams;
  plan: Plan;
  onClose: () => void;
}) {
  // What somebody else writes while it is open is no part of what one types.
  const [plan] = useState(now);
  const submit = async ({ name = "" }: Record<string, string>) => {
    const typed = name.trim();
    onClose();
    if (typed === "" || typed === plan.name) return;
    if (!(await make(editPlan(params, plan, { name: typed })))) return;
    toast(`It is called ${typed} now.`, () =>
      make(editPlan(params, { ...plan, revision: plan.revision + 1 }, { name: plan.name })),
    );
  };
  return (
    <FormDialog title={`The name of ${plan.shortId}`} submit={submit} action="Rename" onClose={onClose}>
      <Field label="Name" name="name" defaultValue={plan.name} autoComplete="off" required />
    </FormDialog>
  );
}
