import type { Plan } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { type Act, Menu } from "../../components/overlays/menu.tsx";
import { attempt } from "../../components/overlays/toast.tsx";
import {
  CreatePlan,
  CreateSpec,
  DeletedSpecs,
  DescribePlan,
  MovePlan,
  RenamePlan,
  SharePlan,
} from "../dialogs/lazy-dialogs.ts";
import { archive, restore, setStatus } from "../edits/plan-edits.ts";
import { mayEdit } from "../may-edit.ts";
import type { PlanParams } from "../params.ts";
import { stillHere } from "../still-here.ts";
import { PushLink } from "./push-link.tsx";

type OpenDialog = "deleted" | "spec" | "plan" | "name" | "description" | "move" | "share" | null;

const at = "/projects/$projectSlug/plans/$planShortId" as const;

/** Agents choose specs only from plans that are past their planning. */
function readyActs(params: PlanParams, plan: Plan): Act[] {
  if (plan.status === "PLANNING")
    return [{ name: "Ready to build", run: () => attempt(() => setStatus(params, plan, "READY")) }];
  if (plan.status === "READY")
    return [{ name: "Back to planning", run: () => attempt(() => setStatus(params, plan, "PLANNING")) }];
  return [];
}

/** The actions permitted on a plan. */
export function PlanActs({ params, plan }: { params: PlanParams; plan: Plan }) {
  const [dialog, open] = useState<OpenDialog>(null);
  const navigate = useNavigate();
  const close = () => open(null);
  const canEdit = mayEdit(plan);
  const owns = plan.capability === "OWN";
  useKey("c", "Add a spec", () => canEdit && open("spec"));
  useKey("p", "Preview the next push", () => void navigate({ to: `${at}/pushes`, params, search: {} }));
  const archiveHere = async () => {
    const isHere = stillHere();
    await archive(params, plan);
    if (isHere())
      await navigate({ to: "/projects/$projectSlug", params: { projectSlug: params.projectSlug } });
  };
  const acts: Act[] = [
    ...(canEdit
      ? [
          { name: "Rename…", run: () => open("name") },
          { name: "Describe…", run: () => open("description") },
          { name: "Add a sub-plan…", run: () => open("plan") },
          { name: "Deleted specs…", run: () => open("deleted") },
          ...readyActs(params, plan),
        ]
      : []),
    ...(canEdit && owns
      ? [
          { name: "Move…", run: () => open("move") },
          { name: "Archive", run: () => attempt(archiveHere) },
        ]
      : []),
  ];
  return (
    <>
      <Button onClick={() => open("share")}>Share</Button>
      {canEdit && (
        <Button onClick={() => open("spec")}>
          Add spec <Kbd>c</Kbd>
        </Button>
      )}
      {canEdit && <PushLink params={params} />}
      {plan.archivedAt && owns && (
        <Button look="primary" onClick={() => attempt(() => restore(params))}>
          Restore plan
        </Button>
      )}
      {acts.length > 0 && (
        <Menu label="More actions for this plan" acts={acts}>
          More <span aria-hidden="true">▾</span>
        </Menu>
      )}
      {dialog === "deleted" && <DeletedSpecs params={params} onClose={close} />}
      {dialog === "spec" && <CreateSpec params={params} onClose={close} />}
      {dialog === "plan" && <CreatePlan projectSlug={params.projectSlug} parent={plan} onClose={close} />}
      {dialog === "name" && <RenamePlan params={params} plan={plan} onClose={close} />}
      {dialog === "description" && <DescribePlan params={params} plan={plan} onClose={close} />}
      {dialog === "move" && <MovePlan params={params} plan={plan} onClose={close} />}
      {dialog === "share" && <SharePlan params={params} plan={plan} onClose={close} />}
    </>
  );
}
