import { cancelPush, getPush, getPushStatus, listPushes, type Reply, retryPush } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { toastProblem } from "../../components/overlays/toast.tsx";
import { Progress } from "../../components/progress.tsx";
import { Time } from "../../components/time.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { isUnderWay, PushPill } from "./push-pill.tsx";

export type PushWithItems = Reply<typeof getPush>["push"];

/** The final states of items. */
const ended: readonly PushWithItems["items"][number]["state"][] = [
  "sent",
  "skipped",
  "conflict",
  "gone",
  "released",
  "failed",
];

interface Properties {
  params: PlanParams;
  push: PushWithItems;
  canEdit: boolean;
}

/** The push continues when the page is left. */
export function PushProgress({ params, push, canEdit }: Properties) {
  const { pushId, status, message, items, projectExternalId, startedAt, waitsUntil } = push;
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const isOpen = isUnderWay(status);
  const act = async (run: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await run();
      await invalidate(getPush, listPushes, getPushStatus);
    } catch (error) {
      toastProblem(error, { retry: () => act(run) });
    } finally {
      setBusy(false);
    }
  };
  const pushParams = { ...params, pushId };
  const retry = async () => {
    const { push: next } = await call(retryPush, { params: pushParams });
    await navigate({
      to: "/projects/$projectSlug/plans/$planShortId/pushes/$pushId",
      params: { ...params, pushId: next.pushId },
    });
  };
  const done = items.filter(({ state }) => ended.includes(state)).length;
  return (
    <section aria-label="Progress" className="mb-6 grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex flex-wrap items-center gap-2 text-h3 font-semibold">
            Push to {projectExternalId} <PushPill status={status} />
          </h2>
          <p role="status" className="mt-0.5 max-w-[70ch] text-ink-2">
            {isOpen ? "You can leave this page; the push continues." : message}
          </p>
          <p className="text-note text-ink-3">
            Started <Time at={startedAt} />
            {waitsUntil !== undefined && isOpen && (
              <>
                , continues by itself <Time at={waitsUntil} />
              </>
            )}
          </p>
        </div>
        {canEdit && isOpen && (
          <Button busy={isBusy} onClick={() => void act(() => call(cancelPush, { params: pushParams }))}>
            Cancel push
          </Button>
        )}
        {canEdit && (status === "partial" || status === "failed") && (
          <Button busy={isBusy} onClick={() => void act(retry)}>
            Push the rest
          </Button>
        )}
      </div>
      {isOpen && <Progress label="Progress of the push" done={done} all={items.length} says={message} />}
    </section>
  );
}
