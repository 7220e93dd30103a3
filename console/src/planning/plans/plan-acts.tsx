import type { Plan } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { Menu } from "../../components/overlays/menu.tsx";
import { attempt } from "../../components/overlays/toast.tsx";
import { CreateSpec, SharePlan } from "../dialogs/lazy-dialogs.ts";
import { restore } from "../edits/plan-edits.ts";
import { mayEdit } from "../may-edit.ts";
import { PlanMore } from "../more/lazy-more.ts";
import type { PlanParams } from "../params.ts";
import { PushLink } from "./push-link.tsx";

type OpenDialog = "spec" | "share" | null;

const at = "/projects/$projectSlug/plans/$planShortId" as const;

/** The actions permitted on a plan. */
export function PlanActs({ params, plan }: { params: PlanParams; plan: Plan }) {
  const [dialog, open] = useState<OpenDialog>(null);
  const navigate = useNavigate();
  const close = () => open(null);
  const canEdit = mayEdit(plan);
  const owns = plan.capability === "OWN";
  useKey("c", "Add a spec", () => canEdit && open("spec"));
  useKey("p", "Preview the next push", () => void navigate({ to: `${at}/pushes`, params, search: {} }));
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
      <Menu
        label="More actions for this plan"
        menu={(menu) => <PlanMore {...menu} params={params} plan={plan} />}
      >
        More <span aria-hidden="true">▾</span>
      </Menu>
      {dialog === "spec" && <CreateSpec params={params} onClose={close} />}
      {dialog === "share" && <SharePlan params={params} plan={plan} onClose={close} />}
    </>
  );
}
