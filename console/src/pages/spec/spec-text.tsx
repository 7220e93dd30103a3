import type { SpecWithCriteria } from "@groundplan/contract";
import { useEffect } from "react";
import { useIsIdle } from "../../base/idle.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import type { SpecParams } from "../../planning/params.ts";
import { useSession } from "../../session/session.ts";
import { askToEdit, endEditing, useEditing, useEditRequest } from "./editing/editing.ts";
import { DraftOffer, NotSaved, OpenEditing, SpecEditor } from "./editing/lazy-edit-parts.tsx";
import { NotedText } from "./noted-text.tsx";
import { draftKeys } from "./saving/draft-keys.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

export function SpecText({ params, spec, canEdit }: Properties) {
  const editing = useEditing(spec.id);
  const asked = useEditRequest(spec.id);
  const { user } = useSession();
  const isIdle = useIsIdle();
  useEffect(() => editing?.saver.receive(spec), [editing, spec]);
  useEffect(() => () => void endEditing(spec.id), [spec.id]);
  if (asked) return <OpenEditing asked={asked} />;
  if (editing?.isOpen) return <SpecEditor editing={editing} />;
  const content = editing?.saver.typed().content ?? spec.content;
  return (
    <>
      {editing ? (
        <NotSaved params={params} spec={spec} editing={editing} />
      ) : (
        // Loads after the text; few specs have a draft.
        canEdit &&
        isIdle &&
        draftKeys(user.id, spec.id).length > 0 && <DraftOffer params={params} spec={spec} />
      )}
      {content.trim() === "" ? (
        <NoText params={params} spec={spec} canEdit={canEdit} />
      ) : content === spec.content ? (
        <NotedText params={params} spec={spec} canEdit={canEdit} />
      ) : (
        <Markdown text={content} />
      )}
    </>
  );
}

function NoText({ params, spec, canEdit }: Properties) {
  const { user } = useSession();
  const { projectSlug, planShortId, specShortId } = params;
  return (
    <Empty
      action={
        canEdit && (
          <Button onClick={() => askToEdit({ params, spec, userId: user.id })}>Write the text</Button>
        )
      }
      command={`npx groundplan api PATCH /v1/projects/${projectSlug}/plans/${planShortId}/specs/${specShortId} -F content=@spec.md`}
    >
      This spec has no text yet. Describe what to build, with numbered criteria.
    </Empty>
  );
}
