import { getSpec, getSpecReadiness, listSpecVersions, restoreSpecVersion } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { forget } from "../../api/read.ts";
import { Button } from "../../parts/button.tsx";
import { toast, toastProblem } from "../../parts/toast.tsx";
import type { SpecParams } from "../work/spec-params.ts";

interface Properties {
  params: SpecParams;
  seq: string;
  version: number;
}

/** Makes a version the text of the spec again; what was the text stays among the versions, and Undo brings it back. */
export function RestoreVersion({ params, seq, version }: Properties) {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const put = async (from: string) => {
    const { spec } = await call(restoreSpecVersion, { params: { ...params, seq: from } });
    await forget(getSpec, listSpecVersions, getSpecReadiness);
    return spec;
  };
  const restore = async () => {
    setBusy(true);
    try {
      const { revision } = await put(seq);
      toast(`Version ${version} is the text again.`, () => put(String(revision - 1)));
      await navigate({ to: "/projects/$projectSlug/plans/$planShortId/specs/$specShortId", params });
    } catch (error) {
      setBusy(false);
      toastProblem(error);
    }
  };
  return (
    <Button look="primary" busy={isBusy} onClick={() => void restore()}>
      Restore this version
    </Button>
  );
}
