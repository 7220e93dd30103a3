import { getPushStatus, listPushes, pushPlan } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { forget } from "../../api/read.ts";
import { toastProblem } from "../../parts/toast.tsx";
import type { PlanParams } from "../work/spec-params.ts";
import type { FieldChange } from "./field-change.tsx";
import { bodyOf, type PushChoices } from "./push-choices.ts";

/** The one spec that is pushed, and its fields that are written over what the tracker says. */
interface Only {
  specShortId: string;
  fields: FieldChange["field"][];
}

/** Starts pushes of a plan, and goes to where each one is followed. */
export function useStartPush(params: PlanParams) {
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const start = async (choices: PushChoices, only?: Only) => {
    setStarting(true);
    try {
      const some = only ? { specShortIds: [only.specShortId], overwriteFields: only.fields } : {};
      const body = { ...bodyOf(choices), ...some };
      const { push } = await call(pushPlan, { params, body }, { headers: { prefer: "respond-async" } });
      void forget(listPushes, getPushStatus);
      if (push.pushId === null) return;
      // A push of this tree that was under way already is the one to follow.
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
