import { createSpec, listSpecs } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { forget } from "../../api/read.ts";
import { Button } from "../../parts/button.tsx";
import { useCopying } from "../../parts/copying.ts";
import { toast, toastProblem } from "../../parts/toast.tsx";
import { type Editing, giveUp } from "./editing.ts";

/** Offers what can be done with what was typed into a spec that is gone: a new spec of the plan, or a copy. */
export function RescueTyped({ editing }: { editing: Editing }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { params, saver } = editing;
  const { said, copy } = useCopying(() => saver.typed().content);
  const make = async () => {
    setBusy(true);
    try {
      const { title, content } = saver.typed();
      const body = { title: title.trim() || saver.saved().title, content };
      const { spec } = await call(createSpec, { params, body });
      void forget(listSpecs);
      giveUp(editing);
      toast(`${spec.shortId} is made of what you typed.`);
      await navigate({
        to: "/projects/$projectSlug/plans/$planShortId/specs/$specShortId",
        params: { ...params, specShortId: spec.shortId },
        replace: true,
      });
    } catch (error) {
      toastProblem(error, { retry: make });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="primary" busy={isBusy} onClick={() => void make()}>
        Make a new spec of it
      </Button>
      <Button onClick={() => void copy()}>
        <span aria-live="polite">{said || "Copy the text"}</span>
      </Button>
    </>
  );
}
