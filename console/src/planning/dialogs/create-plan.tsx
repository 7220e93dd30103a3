import { createPlan, duplicatePlan, listPlans, type Plan } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { invalidate, readAll } from "../../api/read.ts";
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

/** Creates a plan, empty, with the headings of the format, or from a template, whose visibility it has. */
export function CreatePlan({ projectSlug, parent, onClose }: Properties) {
  const navigate = useNavigate();
  const { name: workspace } = useWorkspace();
  const template = useEpicTemplate(projectSlug);
  const query = { template: "true" };
  const { data = [] } = useQuery(readAll(listPlans, { params: { projectSlug }, query }, "plans"));
  const templates = parent ? [] : data.filter(({ parentPlanId }) => parentPlanId === null);
  const submit = async ({ name = "", visibility = "TEAM", begin = "" }: Record<string, string>) => {
    const where = parent
      ? { parentPlanId: parent.id }
      : { visibility: visibility === "PRIVATE" ? ("PRIVATE" as const) : ("TEAM" as const) };
    const description = begin === "format" && template !== null ? { description: template } : {};
    const isHere = stillHere();
    const body = { name, ...where, ...description };
    const from = templates.find(({ id }) => id === begin);
    const { plan } = await (from
      ? call(duplicatePlan, { params: { projectSlug, planShortId: from.shortId }, body: { name } })
      : call(createPlan, { params: { projectSlug }, body }));
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
      {(template !== null || templates.length > 0) && (
        <Choice label="Begin with" name="begin">
          <option value="">An empty plan</option>
          {template !== null && <option value="format">The headings of the project's format</option>}
          {templates.map(({ id, shortId, name }) => (
            <option key={id} value={id}>
              {`The template ${shortId} ${name}`}
            </option>
          ))}
        </Choice>
      )}
    </FormDialog>
  );
}
