import { deleteSpec, listSpecs, type Spec } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Confirm } from "../../components/overlays/lazy.tsx";
import { countOf, offerRestore } from "../edits/undo-specs.ts";
import type { PlanParams } from "../params.ts";

interface Properties {
  params: PlanParams;
  specs: readonly Spec[];
  onDeleted: () => void;
  onClose: () => void;
}

/** Stops at the first error. */
export function DeleteSpecs({ params, specs, onDeleted, onClose }: Properties) {
  const count = countOf(specs);
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
    <Confirm title={`Delete ${count}?`} action={`Delete ${count}`} act={act} onClose={onClose}>
      Their texts, versions, comments and dependencies are deleted. You can restore them for 30 days from the
      plan's menu. To keep specs without building them, set their status to cancelled.
    </Confirm>
  );
}
