import type { Plan } from "@groundplan/contract";
import { make } from "../../api/edit.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { Dialog } from "../../parts/lazy.tsx";
import { toast } from "../../parts/toast.tsx";
import { editPlan } from "./plan-edits.ts";
import type { PlanParams } from "./spec-params.ts";

/** Gives a plan another name, which shows at once. */
export function RenamePlan({
  params,
  plan,
  onClose,
}: {
  params: PlanParams;
  plan: Plan;
  onClose: () => void;
}) {
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
    <Dialog title={`The name of ${plan.shortId}`} onClose={onClose}>
      <Form submit={submit} action="Rename" beside={<Button onClick={onClose}>Cancel</Button>}>
        <Field label="Name" name="name" defaultValue={plan.name} autoComplete="off" required />
      </Form>
    </Dialog>
  );
}
