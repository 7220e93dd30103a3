import { getPushStatus, listPushes, pushPlan } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { toastProblem } from "../../components/overlays/toast.tsx";
import type { PlanParams } from "../../planning/params.ts";
import type { FieldChange } from "./field-change.tsx";
import { bodyOf, type PushChoices } from "./push-choices.ts";

/** Pushes one spec, overwriting these fields in the tracker. */
interface Only {
  specShortId: string;
  fields: FieldChange["field"][];
}

/** Starts pushes and navigates to their pages. */
export function useStartPush(params: PlanParams) {
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const start = async (choices: PushChoices, only?: Only) => {
    setStarting(true);
    try {
      const limits = only ? { specShortIds: [only.specShortId], overwriteFields: only.fields } : {};
      const body = { ...bodyOf(choices), ...limits };
      const { push } = await call(pushPlan, { params, body }, { headers: { prefer: "respond-async" } });
      void invalidate(listPushes, getPushStatus);
      if (push.pushId === null) return;
      // It may be one that was already running.
      await navigate({
        to: "/projects/$projectSlug/plans/$planShortId/pushes/$pushId",
        params: { ...params, planShortId: push.planShortId, pushId: push.pushId },
      });
    } catch (error) {
      toastProblem(error, { retry: () => start(choices, only) });
    } finally {
      setStarting(false);
    }
  };
  return { isStarting, start: (...what: Parameters<typeof start>) => void start(...what) };
}
