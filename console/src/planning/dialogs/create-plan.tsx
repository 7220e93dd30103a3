import { createPlan, listPlans, type Plan } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Choice, Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { useWorkspace } from "../../session/workspace.ts";
import { stillHere } from "../still-here.ts";
import { useEpicTemplate } from "./epic-template.ts";

interface Properties {
  projectSlug: string;
  /** The parent plan, whose visibility it inherits. */
  parent?: Plan;
  onClose: () => void;
}

/** Creates a plan, empty or from the format's template. */
export function CreatePlan({ projectSlug, parent, onClose }: Properties) {
  const navigate = useNavigate();
  const { name: workspace } = useWorkspace();
  const template = useEpicTemplate(projectSlug);
  const submit = async ({ name = "", visibility = "TEAM", begin = "" }: Record<string, string>) => {
    const where = parent
      ? { parentPlanId: parent.id }
      : { visibility: visibility === "PRIVATE" ? ("PRIVATE" as const) : ("TEAM" as const) };
    const description = begin === "format" && template !== null ? { description: template } : {};
    const isHere = stillHere();
    const body = { name, ...where, ...description };
    const { plan } = await call(createPlan, { params: { projectSlug }, body });
    void invalidate(listPlans);
    onClose();
    if (!isHere()) return;
    await navigate({
      to: "/projects/$projectSlug/plans/$planShortId",
      params: { projectSlug, planShortId: plan.shortId },
    });
  };
  return (
    <FormDialog
      title={parent ? `A plan below ${parent.shortId}` : "A new plan"}
      says={parent ? "It is shared like its parent plan." : "A plan contains specs and sub-plans."}
      submit={submit}
      action="Create plan"
      onClose={onClose}
    >
      <Field label="Name" name="name" autoComplete="off" required />
      {!parent && (
        <Choice label="Who can see it" name="visibility">
          <option value="TEAM">Everybody in {workspace}</option>
          <option value="PRIVATE">Only you and people you share it with</option>
        </Choice>
      )}
      {template !== null && (
        <Choice label="Description" name="begin">
          <option value="">Empty</option>
          <option value="format">With the headings of the project's format</option>
        </Choice>
      )}
    </FormDialog>
  );
}
