import type { SpecWithCriteria } from "@groundplan/contract";
import { useEffect, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Time } from "../../../components/time.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { useSession } from "../../../session/session.ts";
import { type Draft, dropDraft, restingDraft } from "../saving/drafts.ts";
import { beginEditing } from "./begin-editing.ts";

/** Offers a draft, such as from a killed tab. */
export function DraftOffer({ params, spec }: { params: SpecParams; spec: SpecWithCriteria }) {
  const { user } = useSession();
  const [found, find] = useState<{ key: string; draft: Draft } | null>(null);
  useEffect(() => {
    let isOver = false;
    void restingDraft(user.id, spec.id).then((resting) => {
      if (!isOver) find(resting);
    });
    return () => {
      isOver = true;
    };
  }, [user.id, spec.id]);
  if (!found) return null;
  const { key, draft } = found;
  if (draft.content === spec.content && draft.title === spec.title) {
    dropDraft(key);
    return null;
  }
  const bringBack = () => {
    beginEditing({ params, spec, userId: user.id, draft });
    dropDraft(key);
  };
  const discard = () => {
    dropDraft(key);
    find(null);
  };
  return (
    <div role="status" className="mb-4 max-w-[74ch] rounded-card border border-warn bg-warn-soft p-3">
      <p>
        You have unsaved changes from <Time at={new Date(draft.at).toISOString()} />.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="primary" onClick={bringBack}>
          Restore
        </Button>
        <Button onClick={discard}>Discard it</Button>
      </div>
    </div>
  );
}
