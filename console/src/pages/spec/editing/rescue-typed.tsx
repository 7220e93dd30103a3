import { createSpec, listSpecs } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { ApiError } from "../../../../../client/src/errors.ts";
import { newKey } from "../../../../../client/src/new-key.ts";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { useCopying } from "../../../components/copying.ts";
import { toast, toastProblem } from "../../../components/overlays/toast.tsx";
import { useSession } from "../../../session/session.ts";
import { beginEditing, giveUp } from "./begin-editing.ts";
import type { Editing } from "./editing.ts";

/** Saves a deleted spec's draft as a new spec, or copies it. */
export function RescueTyped({ editing }: { editing: Editing }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { saver, isOpen } = editing;
  const { said, copy } = useCopying(() => saver.typed().content);
  const sent = useRef<ReturnType<typeof bodyOf> | null>(null);
  const make = async () => {
    setBusy(true);
    try {
      // The same key on a retry, so that only one spec is created.
      sent.current ??= bodyOf(editing);
      const { body, ...once } = sent.current;
      const { spec } = await call(createSpec, { params: editing.params, body }, once);
      const params = { ...editing.params, specShortId: spec.shortId };
      const draft = { ...saver.typed(), revision: spec.revision, at: Date.now() };
      giveUp(editing);
      // Saves what was typed meanwhile.
      if (isOpen) beginEditing({ params, spec, userId: user.id, draft });
      void invalidate(listSpecs);
      toast(`${spec.shortId} was created from your text.`);
      await navigate({
        to: "/projects/$projectSlug/plans/$planShortId/specs/$specShortId",
        params,
        replace: true,
      });
    } catch (error) {
      if (error instanceof ApiError) sent.current = null;
      toastProblem(error, { retry: make });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="primary" busy={isBusy} onClick={() => void make()}>
        Create a spec from it
      </Button>
      <Button onClick={() => void copy()}>
        <span aria-live="polite">{said || "Copy the text"}</span>
      </Button>
    </>
  );
}

function bodyOf({ saver }: Editing) {
  const { title, content } = saver.typed();
  return { idempotencyKey: newKey(), body: { title: title.trim() || saver.saved().title, content } };
}
