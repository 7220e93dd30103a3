import { getGraph, getPlan, listPlans, movePlan, type Plan } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { invalidate, readAll } from "../../api/read.ts";
import { Choice } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import type { PlanParams } from "../params.ts";
import { rowsBelow, rowsOfTree } from "../tree.ts";

/** Moves a plan and its sub-plans. */
export function MovePlan({ params, plan, onClose }: { params: PlanParams; plan: Plan; onClose: () => void }) {
  const { projectSlug } = params;
  const { data = [] } = useQuery(readAll(listPlans, { params: { projectSlug } }, "plans"));
  const own = new Set([plan.id, ...rowsBelow(data, plan.id).map(({ item }) => item.id)]);
  const places = rowsOfTree(data).filter(({ item }) => !own.has(item.id) && item.capability !== "READ");
  const put = async (parentPlanId: string | null) => {
    await call(movePlan, { params, body: { parentPlanId } });
    await invalidate(listPlans, getPlan, getGraph);
  };
  const submit = async ({ parentPlanId = "" }: Record<string, string>) => {
    await put(parentPlanId === "" ? null : parentPlanId);
    onClose();
    toast(`${plan.name} is moved.`, () => put(plan.parentPlanId));
  };
  return (
    <FormDialog
      title={`Move ${plan.shortId}`}
      says="Everything below it moves too. The top-level plan decides who can see it. Claims of its specs end."
      submit={submit}
      action="Move plan"
      onClose={onClose}
    >
      <Choice label="Under the plan" name="parentPlanId" defaultValue={plan.parentPlanId ?? ""}>
        <option value="">None (top level)</option>
        {places.map(({ item, depth }) => (
          <option key={item.id} value={item.id}>
            {"\u2003".repeat(depth)}
            {item.shortId} {item.name}
          </option>
        ))}
      </Choice>
    </FormDialog>
  );
}
