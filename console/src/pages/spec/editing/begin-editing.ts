import { getSpec, type SpecWithCriteria, updateSpec } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { queryClient } from "../../../api/query-client.ts";
import { read } from "../../../api/read.ts";
import { createStore } from "../../../base/store.ts";
import type { SpecParams } from "../../../planning/params.ts";
import { type Draft, openDraft } from "../saving/drafts.ts";
import { createSaver } from "../saving/saver.ts";
import { closeIfDone, type Editing, type EditRequest, editings, goOn, showEditing } from "./editing.ts";

interface Begin extends EditRequest {
  /** Replaces the spec's own text. */
  draft?: Draft;
}

/** Starts or resumes editing a spec. */
export function beginEditing(begin: Begin): void {
  if (goOn(begin)) return;
  const { params, spec, userId, draft, act = null } = begin;
  const slot = openDraft(userId, spec.id);
  const editor: Editing["editor"] = { now: null, next: act, late: Promise.resolve() };
  const title = createStore(spec.title);
  const saver = createSaver({
    saved: { ...savedOf(spec), ...(draft ? { revision: draft.revision } : {}) },
    send: async (typed, baseRevision) => {
      const { spec: now } = await call(updateSpec, { params, body: { ...typed, baseRevision } });
      showSaved(params, now);
      return savedOf(now);
    },
    onChanged: (before, after) => {
      if (title.get() === before.title) title.set(after.title);
      if (before.content !== after.content) editor.now?.bringIn(before.content, after.content);
    },
    keep: (typed) => (typed ? slot.keep(typed) : slot.clear()),
  });
  const close = () => {
    saver.stop();
    slot.leave();
    unsubscribe();
    const rest = new Map(editings.get());
    rest.delete(spec.id);
    editings.set(rest);
  };
  const unsubscribe = saver.state.subscribe(() => closeIfDone(spec.id));
  showEditing({ specId: spec.id, params, saver, title, editor, isOpen: true, close });
  if (!draft) return;
  title.set(draft.title);
  saver.type({ title: draft.title, content: draft.content });
}

/** Discards unsaved changes. */
export function giveUp({ saver, close }: Editing): void {
  const { title, content } = saver.saved();
  saver.type({ title, content });
  close();
}

const savedOf = ({ title, content, revision }: SpecWithCriteria) => ({ title, content, revision });

/** Caches a saved spec unless a newer one is shown. */
function showSaved(params: SpecParams, spec: SpecWithCriteria): void {
  queryClient.setQueryData(read(getSpec, { params }).queryKey, (shown) =>
    shown && shown.spec.revision > spec.revision ? shown : { spec },
  );
}
