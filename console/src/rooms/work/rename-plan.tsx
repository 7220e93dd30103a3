import type { Plan } from "@groundplan/contract";
import { useState } from "react";
import { make } from "../../api/edit.ts";
import { keepTyped } from "../../api/keep-typed.ts";
import { keepUnsent, unsentOf } from "../../api/unsent-text.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { toast } from "../../parts/toast.tsx";
import { editPlan } from "./plan-edits.ts";
import type { PlanParams } from "./spec-params.ts";

/** Gives a plan another name, which shows at once. One that was refused is there when it is opened again. */
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
  const place = `the name of ${plan.id}`;
  const leave = () => {
    keepUnsent(place, undefined);
    onClose();
  };
  const submit = async ({ name = "" }: Record<string, string>) => {
    const typed = name.trim();
    if (typed === "" || typed === plan.name) return leave();
    onClose();
    if (!(await make(keepTyped(place, typed, editPlan(params, plan, { name: typed }))))) return;
    toast(`It is called ${typed} now.`, () =>
      make(editPlan(params, { ...plan, revision: plan.revision + 1 }, { name: plan.name })),
    );
  };
  return (
    <FormDialog title={`The name of ${plan.shortId}`} submit={submit} action="Rename" onClose={leave}>
      <Field
        label="Name"
        name="name"
        defaultValue={unsentOf(place) ?? plan.name}
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}
