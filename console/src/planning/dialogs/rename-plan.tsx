import type { Plan } from "@groundplan/contract";
import { useState } from "react";
import { toast } from "../../components/overlays/toast.tsx";
import { sendEdits } from "../../edits/edit.ts";
import { editPlan } from "../edits/plan-edits.ts";
import type { PlanParams } from "../params.ts";
import { RenameDialog } from "./rename-dialog.tsx";

interface Properties {
  params: PlanParams;
  plan: Plan;
  onClose: () => void;
}

/** Renames a plan, with an undo. */
export function RenamePlan({ params, plan: now, onClose }: Properties) {
  // The base stays, to detect others' edits.
  const [plan] = useState(now);
  return (
    <RenameDialog
      thing={plan}
      named={plan.name}
      word="name"
      change={(name) => editPlan(params, plan, { name })}
      run={async (change, name) => {
        if (!(await sendEdits(change))) return;
        toast(`Renamed to ${name}.`, () =>
          sendEdits(editPlan(params, { ...plan, revision: plan.revision + 1 }, { name: plan.name })),
        );
      }}
      onClose={onClose}
    />
  );
}
