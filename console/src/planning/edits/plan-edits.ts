import {
  archivePlan,
  getPlan,
  listPlans,
  listShares,
  type Plan,
  type PlanStatus,
  restorePlan,
  updatePlan,
} from "@groundplan/contract";
import { statusLabels } from "../../../../contract/src/planning/display-words.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { toast } from "../../components/overlays/toast.tsx";
import { changeOf } from "../../edits/change.ts";
import { type Edit, sendEdits } from "../../edits/edit.ts";
import { onBase } from "../../edits/on-base.ts";
import type { PlanParams } from "../params.ts";

const reads = [getPlan, listPlans];

type PlanChanges = Partial<Pick<Plan, "name" | "status">> & { visibility?: "PRIVATE" | "TEAM" };

/** A name conflicts with concurrent changes; a retry overwrites. */
export function editPlan(params: PlanParams, plan: Plan, changes: PlanChanges): Edit {
  const labels = changes.status === undefined ? {} : { statusLabel: statusLabels[changes.status] };
  const send = onBase(
    plan.id,
    changes.name === undefined ? undefined : plan.revision,
    (base) => call(updatePlan, { params, body: { ...changes, ...base } }),
    ({ plan }) => plan.revision,
  );
  return {
    subject: plan.id,
    change: changeOf(reads, plan.id, { ...changes, ...labels }),
    send: async () => {
      const { plan: answered } = await send();
      return changeOf(reads, plan.id, answered);
    },
    touches: [...reads, listShares],
  };
}

/** Sets a plan's status, with an undo. */
export async function setStatus(params: PlanParams, plan: Plan, status: PlanStatus): Promise<void> {
  if (!(await sendEdits(editPlan(params, plan, { status })))) return;
  const says =
    status === "READY" ? "is ready to build: agents can claim its specs." : "is in planning again.";
  toast(`${plan.name} ${says}`, () => sendEdits(editPlan(params, plan, { status: plan.status })));
}

/** Makes a plan a template, or a plan again. */
export async function setTemplate(params: PlanParams, { name }: Plan, template: boolean): Promise<void> {
  await call(updatePlan, { params, body: { template } });
  await invalidate(...reads);
  toast(template ? `${name} is a template.` : `${name} is a plan like any other.`);
}

/** Archives a plan with its sub-plans, with an undo. */
export async function archive(params: PlanParams, { name }: Plan): Promise<void> {
  await call(archivePlan, { params });
  await invalidate(...reads);
  toast(`${name} is archived and will be deleted after 30 days.`, () => restore(params));
}

export async function restore(params: PlanParams): Promise<void> {
  await call(restorePlan, { params });
  await invalidate(...reads);
}
