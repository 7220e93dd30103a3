import { deleteSpec, listSpecs, type Spec } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Confirm } from "../../components/overlays/lazy.tsx";
import { sayEndedClaims } from "../claims/ended-claims.ts";
import { handleOrCount, offerRestore } from "../edits/undo-specs.ts";
import type { PlanParams } from "../params.ts";

interface Properties {
  params: PlanParams;
  specs: readonly Spec[];
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes one spec after the other, up to the first error. */
export function DeleteSpecs({ params, specs, onDeleted, onClose }: Properties) {
  const what = handleOrCount(specs);
  const act = async () => {
    const deleted: Spec[] = [];
    try {
      for (const spec of specs) {
        await call(deleteSpec, { params: { ...params, specShortId: spec.shortId } });
        deleted.push(spec);
      }
    } finally {
      void invalidate(listSpecs);
      if (deleted.length > 0) offerRestore(params, deleted);
    }
    onDeleted();
  };
  return (
    <Confirm title={`Delete ${what}?`} action={`Delete ${what}`} act={act} onClose={onClose}>
      Their texts, versions, comments and dependencies are deleted. You can restore them for 30 days from the
      plan's menu. To keep specs without building them, set their status to cancelled.
      {sayEndedClaims(specs)}
    </Confirm>
  );
}
