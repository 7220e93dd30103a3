import { type ContextSource, getContextPack, listPlanContext, putSourceActive } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { toast } from "../../components/overlays/toast.tsx";
import { changeOf } from "../../edits/change.ts";
import type { Edit } from "../../edits/edit.ts";
import { sendAfterUndo, withoutThing } from "../../edits/send-after-undo.ts";
import type { Scope } from "../../planning/scope/scope.ts";
import { contextAt, sourceReads } from "./endpoints.ts";

export type SourceChanges = Partial<Pick<ContextSource, "title" | "folderPath" | "description">>;

export function editSource(scope: Scope, source: ContextSource, changes: SourceChanges): Edit {
  return {
    subject: source.id,
    change: changeOf(sourceReads, source.id, changes),
    send: async () => {
      const params = { ...scope.params, sourceId: source.id };
      const { source: answered } = await call(contextAt(scope).update, { params, body: changes });
      return changeOf(sourceReads, source.id, answered);
    },
    touches: sourceReads,
  };
}

/** Includes or excludes a source for agents. */
export function setActive({ params }: Scope, { id }: ContextSource, active: boolean): Edit {
  return {
    subject: id,
    change: changeOf([listPlanContext], id, { active }),
    send: async () => {
      await call(putSourceActive, { params: { ...params, sourceId: id }, body: { active } });
      void invalidate(getContextPack);
      return changeOf([listPlanContext], id, { active });
    },
    touches: [listPlanContext],
  };
}

/** Deletes a source after an undo period. */
export function deleteSource(scope: Scope, { id, title }: ContextSource): void {
  sendAfterUndo({
    says: `${title} is deleted.`,
    change: withoutThing(sourceReads, id),
    send: () => call(contextAt(scope).remove, { params: { ...scope.params, sourceId: id } }),
    touches: sourceReads,
  });
}

/** Refetches a source's web page and tells whether it changed. */
export async function refresh(scope: Scope, { id, title }: ContextSource): Promise<void> {
  const params = { ...scope.params, sourceId: id };
  const before = await call(contextAt(scope).get, { params });
  const { source } = await call(contextAt(scope).refresh, { params });
  await invalidate(...sourceReads);
  toast(
    source.revision === before.source.revision
      ? `${title} has not changed.`
      : `${title} was refreshed and has changed.`,
  );
}
