import { type ContextSource, getContextPack, listPlanContext, putSourceActive } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { changeOf } from "../../api/change.ts";
import type { Edit } from "../../api/edit.ts";
import { doLater, withoutThing } from "../../api/later.ts";
import { forget } from "../../api/read.ts";
import { toast } from "../../components/toast.tsx";
import type { Place } from "../places/place.ts";
import { contextAt, showsSources } from "./endpoints.ts";

export type SourceChanges = Partial<Pick<ContextSource, "title" | "folderPath" | "description">>;

export function editSource(place: Place, source: ContextSource, changes: SourceChanges): Edit {
  return {
    subject: source.id,
    change: changeOf(showsSources, source.id, changes),
    send: async () => {
      const params = { ...place.params, sourceId: source.id };
      const { source: answered } = await call(contextAt(place).update, { params, body: changes });
      return changeOf(showsSources, source.id, answered);
    },
    touches: showsSources,
  };
}

/** Includes or excludes a source for agents. */
export function setActive({ params }: Place, { id }: ContextSource, active: boolean): Edit {
  return {
    subject: id,
    change: changeOf([listPlanContext], id, { active }),
    send: async () => {
      await call(putSourceActive, { params: { ...params, sourceId: id }, body: { active } });
      void forget(getContextPack);
      return changeOf([listPlanContext], id, { active });
    },
    touches: [listPlanContext],
  };
}

/** Deletes a source after an undo period. */
export function deleteSource(place: Place, { id, title }: ContextSource): void {
  doLater({
    says: `${title} is deleted.`,
    change: withoutThing(showsSources, id),
    send: () => call(contextAt(place).remove, { params: { ...place.params, sourceId: id } }),
    touches: showsSources,
  });
}

/** Refetches a source's web page and tells whether it changed. */
export async function refresh(place: Place, { id, title }: ContextSource): Promise<void> {
  const params = { ...place.params, sourceId: id };
  const before = await call(contextAt(place).get, { params });
  const { source } = await call(contextAt(place).refresh, { params });
  await forget(...showsSources);
  toast(
    source.revision === before.source.revision
      ? `${title} has not changed since it was read.`
      : `${title} was read again, and has changed.`,
  );
}
