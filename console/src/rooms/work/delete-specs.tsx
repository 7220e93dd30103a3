import { deleteSpec, listSpecs, type Spec } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { forget } from "../../api/read.ts";
import { Confirm } from "../../parts/lazy.tsx";
import { toast } from "../../parts/toast.tsx";
import type { PlanParams } from "./spec-params.ts";

interface Properties {
  params: PlanParams;
  specs: readonly Spec[];
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks, then deletes specs one after the other; one that is refused ends it, and the others are gone. */
export function DeleteSpecs({ params, specs, onDeleted, onClose }: Properties) {
  const count = specs.length === 1 ? (specs[0]?.shortId ?? "") : `${specs.length} specs`;
  const act = async () => {
    try {
      for (const { shortId } of specs)
        await call(deleteSpec, { params: { ...params, specShortId: shortId } });
    } finally {
      void forget(listSpecs);
    }
    onDeleted();
    toast(specs.length === 1 ? `${count} is deleted.` : `${count} are deleted.`);
  };
  return (
    <Confirm title={`Delete ${count}?`} action={`Delete ${count}`} act={act} onClose={onClose}>
      Their texts go with all versions, comments and needs. They do not come back. To keep specs and not build
      them, set their status to cancelled.
    </Confirm>
  );
}
