import { listSpecs, type Plan } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { queryClient } from "../../api/query-client.ts";
import { readAll } from "../../api/read.ts";
import type { Act, MenuProperties } from "../../components/overlays/act.ts";
import MenuOf from "../../components/overlays/menu-of.tsx";
import { attempt } from "../../components/overlays/toast.tsx";
import { useWorkspace } from "../../session/workspace.ts";
import { CreatePlan, DeletedSpecs, DescribePlan, MovePlan, RenamePlan } from "../dialogs/lazy-dialogs.ts";
import { archive, setStatus, setTemplate } from "../edits/plan-edits.ts";
import { mayEdit } from "../may-edit.ts";
import type { PlanParams } from "../params.ts";
import { stillHere } from "../still-here.ts";
import { copyLink, copyText } from "./copy-text.ts";
import { DuplicatePlan } from "./duplicate-plan.tsx";
import { ExportPlan } from "./lazy-more.ts";
import { markdownOfPlan } from "./markdown-of.ts";
import { printPage } from "./print-page.ts";
import { useDialog } from "./use-dialog.ts";

const at = "/projects/$projectSlug/plans/$planShortId" as const;

/** Agents choose specs only from plans that are past their planning. */
function readyActs(params: PlanParams, plan: Plan): Act[] {
  if (plan.template) return [];
  if (plan.status === "PLANNING")
    return [{ name: "Ready to build", run: () => attempt(() => setStatus(params, plan, "READY")) }];
  if (plan.status === "READY")
    return [{ name: "Back to planning", run: () => attempt(() => setStatus(params, plan, "PLANNING")) }];
  return [];
}

interface Properties extends MenuProperties {
  params: PlanParams;
  plan: Plan;
}

/** The further actions permitted on a plan, or one of their dialogs. */
export default function PlanMore({ params, plan, anchor, onClose }: Properties) {
  const { dialog, show, closeMenu } = useDialog(onClose);
  const navigate = useNavigate();
  const isViewer = useWorkspace().role === "VIEWER";
  const canEdit = mayEdit(plan);
  const owns = canEdit && plan.capability === "OWN";
  const archiveHere = async () => {
    const isHere = stillHere();
    await archive(params, plan);
    if (isHere())
      await navigate({ to: "/projects/$projectSlug", params: { projectSlug: params.projectSlug } });
  };
  const copyMarkdown = async () => {
    const specs = await queryClient.ensureQueryData(readAll(listSpecs, { params }, "specs"));
    await copyText(markdownOfPlan(plan, specs), "The plan is copied as Markdown.");
  };
  const mayCopy = !isViewer && plan.archivedAt === null;
  const acts: Act[] = [
    ...(canEdit
      ? [
          { name: "Rename…", run: () => show("name") },
          { name: "Describe…", run: () => show("description") },
          { name: "Draft with an agent", run: () => void navigate({ to: `${at}/runs`, params }) },
          { name: "Add a sub-plan…", run: () => show("plan") },
          { name: "Deleted specs…", run: () => show("deleted") },
          ...readyActs(params, plan),
        ]
      : []),
    ...(mayCopy
      ? [
          { name: plan.template ? "New plan from it…" : "Duplicate…", run: () => show("duplicate") },
          ...(plan.template ? [] : [{ name: "Save as template…", run: () => show("template") }]),
        ]
      : []),
    ...(owns && plan.template && plan.parentPlanId === null
      ? [{ name: "No template any more", run: () => attempt(() => setTemplate(params, plan, false)) }]
      : []),
    { name: "Copy link", run: () => void copyLink() },
    { name: "Copy as Markdown", run: () => attempt(copyMarkdown) },
    { name: "Export…", run: () => show("export") },
    { name: "Print…", run: printPage },
    ...(owns
      ? [
          { name: "Move…", run: () => show("move") },
          { name: "Archive", run: () => attempt(archiveHere) },
        ]
      : []),
  ];
  if (dialog === null) return <MenuOf anchor={anchor} acts={acts} onClose={closeMenu} />;
  if (dialog === "deleted") return <DeletedSpecs params={params} onClose={onClose} />;
  if (dialog === "export") return <ExportPlan params={params} onClose={onClose} />;
  if (dialog === "plan")
    return <CreatePlan projectSlug={params.projectSlug} parent={plan} onClose={onClose} />;
  if (dialog === "name") return <RenamePlan params={params} plan={plan} onClose={onClose} />;
  if (dialog === "description") return <DescribePlan params={params} plan={plan} onClose={onClose} />;
  if (dialog === "move") return <MovePlan params={params} plan={plan} onClose={onClose} />;
  return <DuplicatePlan params={params} plan={plan} asTemplate={dialog === "template"} onClose={onClose} />;
}
