import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { toastProblem } from "../../../components/overlays/toast.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { restore } from "../editing/restore.ts";

interface Properties {
  params: SpecParams;
  version: Parameters<typeof restore>[1];
}

export function RestoreVersion({ params, version }: Properties) {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const act = async () => {
    setBusy(true);
    try {
      await restore(params, version);
      await navigate({ to: "/projects/$projectSlug/plans/$planShortId/specs/$specShortId", params });
    } catch (error) {
      setBusy(false);
      toastProblem(error, { retry: act });
    }
  };
  return (
    <Button look="primary" busy={isBusy} onClick={() => void act()}>
      Restore this version
    </Button>
  );
}
