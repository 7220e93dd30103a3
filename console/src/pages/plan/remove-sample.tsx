import { deleteProject, listNext, listPlans, listProjects, restoreProject } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { toast, toastProblem } from "../../components/overlays/toast.tsx";
import { useIsOwner } from "../../session/workspace.ts";

/** Recognizes the sample by its generated slug. */
const isSample = (slug: string): boolean => /^sample-shop(-\d+)?$/.test(slug);

export function RemoveSample({ projectSlug }: { projectSlug: string }) {
  const navigate = useNavigate();
  const isOwner = useIsOwner();
  const [isBusy, setBusy] = useState(false);
  if (!isSample(projectSlug) || !isOwner) return null;
  const remove = async () => {
    setBusy(true);
    try {
      await call(deleteProject, { params: { projectSlug } });
      await navigate({ to: "/" });
      await invalidate(listProjects, listPlans, listNext);
      toast("The sample is removed.", async () => {
        await call(restoreProject, { params: { projectSlug } });
        await invalidate(listProjects, listPlans, listNext);
      });
    } catch (error) {
      toastProblem(error, { retry: remove });
      setBusy(false);
    }
  };
  return (
    <p className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-card border border-line bg-accent-soft px-4 py-2 text-note">
      This is the sample. Change it as you like.
      <Button busy={isBusy} onClick={() => void remove()}>
        Remove the sample
      </Button>
    </p>
  );
}
