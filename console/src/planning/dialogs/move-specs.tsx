import { listPlans, listSpecs, type Spec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { readAll } from "../../api/read.ts";
import { counted } from "../../components/counted.ts";
import { Choice } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { sendEdits } from "../../edits/edit.ts";
import { sayEndedClaims } from "../claims/ended-claims.ts";
import { moveSpecAway } from "../edits/spec-edits.ts";
import { handleOrCount } from "../edits/undo-specs.ts";
import type { PlanParams } from "../params.ts";
import { moveBack } from "./move-specs-back.ts";

interface Properties {
  params: PlanParams;
  specs: readonly Spec[];
  /** Called after success only, so that a retry has the same specs. */
  onMoved: () => void;
  onClose: () => void;
}

/** Moves specs to another plan of the project. */
export function MoveSpecs({ params, specs, onMoved, onClose }: Properties) {
  const { projectSlug } = params;
  const { data = [] } = useQuery(readAll(listPlans, { params: { projectSlug } }, "plans"));
  const plans = data.filter(
    ({ shortId, capability }) => shortId !== params.planShortId && capability !== "READ",
  );
  const submit = async ({ planId = "" }: Record<string, string>) => {
    onClose();
    const before = queryClient.getQueryData(readAll(listSpecs, { params }, "specs").queryKey) ?? specs;
    if (!(await sendEdits(...specs.map((spec) => moveSpecAway(params, spec, planId))))) return;
    onMoved();
    const moved = specs.length === 1 ? "The spec is" : `${counted(specs.length, "spec")} are`;
    toast(`${moved} in ${planId} now.`, () => moveBack(params, specs, before, planId));
  };
  return (
    <FormDialog
      title={`Move ${handleOrCount(specs)}`}
      says={`They get new handles in that plan. Their dependencies and conversations stay.${sayEndedClaims(specs)}`}
      submit={submit}
      action="Move"
      onClose={onClose}
    >
      <Choice label="To the plan" name="planId">
        {plans.map(({ shortId, name }) => (
          <option key={shortId} value={shortId}>
            {shortId} {name}
          </option>
        ))}
      </Choice>
    </FormDialog>
  );
}
