import type { SpecWithCriteria } from "@groundplan/contract";
import { useMemo } from "react";
import { toastProblem } from "../../components/overlays/toast.tsx";
import { NoteAt } from "../../markdown/note-at.ts";
import { TextActs } from "../../markdown/text-acts.ts";
import type { SpecParams } from "../../planning/params.ts";
import { useSession } from "../../session/session.ts";
import { askToEdit } from "./editing/editing.ts";
import { useFixes } from "./readiness/fixes.ts";
import { useReasons } from "./readiness/reason.ts";
import { ReasonFix } from "./readiness/reason-fix.tsx";
import { SpecReading } from "./spec-discussion.tsx";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

/** The text with readiness reasons below their lines. */
export function NotedText({ params, spec, canEdit }: Properties) {
  const reasons = useReasons(params, spec);
  const fixOf = useFixes(params, spec);
  const lines = useMemo(() => reasons.flatMap(({ line }) => (line === null ? [] : [line])), [reasons]);
  const { user } = useSession();
  const acts = useMemo(
    () =>
      canEdit
        ? {
            tick: (at: number) =>
              import("./editing/edit-parts.ts")
                .then(({ tickBox }) => tickBox(params, spec, at))
                .catch(toastProblem),
            makeCriteria: (line: number) =>
              askToEdit({
                params,
                spec,
                userId: user.id,
                act: (editor) => editor.makeCriteria(line),
              }),
          }
        : null,
    [params, spec, canEdit, user.id],
  );
  const noteAt = (noteLine: number) =>
    reasons
      .filter(({ line }) => line === noteLine)
      .map((reason) => (
        <div
          key={`${reason.code} ${reason.text}`}
          role="note"
          aria-label={`Readiness, line ${noteLine}`}
          className="my-1 flex max-w-[70ch] flex-wrap items-baseline gap-x-2.5 border-l-2 border-warn pl-2 text-note text-ink-2"
        >
          <span className="min-w-0 wrap-anywhere">{reason.text}</span>
          {canEdit && <ReasonFix params={params} spec={spec} reason={reason} fix={fixOf(reason)} />}
        </div>
      ));
  return (
    <NoteAt value={noteAt}>
      <TextActs value={acts}>
        <SpecReading params={params} spec={spec} notedLines={lines} />
      </TextActs>
    </NoteAt>
  );
}
