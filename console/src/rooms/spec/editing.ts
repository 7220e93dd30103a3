import { getSpec, type SpecWithCriteria, updateSpec } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { read } from "../../api/read.ts";
import type { EditorHandle } from "../../editor/editor.tsx";
import { createStore, type Store, useStore } from "../../store.ts";
import type { SpecParams } from "../work/spec-params.ts";
import { type Draft, openDraft } from "./drafts.ts";
import { createSaver, type Saver } from "./saver.ts";

/** One person's editing of a spec, from its begin until all of it is saved. It outlives the page that shows it. */
export interface Editing {
  specId: string;
  params: SpecParams;
  saver: Saver;
  /** The title as it is typed. */
  title: Store<string>;
  /** The editor that is shown, if one is, and what is done in it once it is. */
  editor: { now: EditorHandle | null; next: ((editor: EditorHandle) => void) | null };
  /** False once the person has ended it, and something is not saved yet. */
  isOpen: boolean;
  /** Ends it for good. */
  close: () => void;
}

const all = createStore<ReadonlyMap<string, Editing>>(new Map());

/** Returns the editing of a spec that is open or not saved; undefined where there is none. */
export const useEditing = (specId: string): Editing | undefined => useStore(all).get(specId);

const put = (editing: Editing) => all.set(new Map(all.get()).set(editing.specId, editing));

interface Begin {
  params: SpecParams;
  spec: SpecWithCriteria;
  userId: string;
  /** It takes the place of the spec's own text. */
  draft?: Draft;
}

/** Begins to edit a spec, or goes on. */
export function beginEditing({ params, spec, userId, draft }: Begin): void {
  const going = all.get().get(spec.id);
  if (going) {
    put({ ...going, isOpen: true });
    return;
  }
  const place = openDraft(userId, spec.id);
  const editor: Editing["editor"] = { now: null, next: null };
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
    keep: (typed) => (typed ? place.keep(typed) : place.clear()),
  });
  const close = () => {
    saver.stop();
    place.leave();
    unsubscribe();
    const rest = new Map(all.get());
    rest.delete(spec.id);
    all.set(rest);
  };
  const unsubscribe = saver.state.subscribe(() => closeIfDone(spec.id));
  put({ specId: spec.id, params, saver, title, editor, isOpen: true, close });
  if (!draft) return;
  title.set(draft.title);
  saver.type({ title: draft.title, content: draft.content });
}

/** Begins to edit a spec, or goes on, and does something in its editor once that is there. */
export function editAt(begin: Begin, act: (editor: EditorHandle) => void): void {
  beginEditing(begin);
  const editor = all.get().get(begin.spec.id)?.editor;
  if (editor?.now) act(editor.now);
  else if (editor) editor.next = act;
}

/** Ends the editing of a spec: what is not saved is saved, and stays in sight until it is. */
export async function endEditing(specId: string): Promise<void> {
  const editing = all.get().get(specId);
  if (!editing) return;
  put({ ...editing, isOpen: false });
  await editing.saver.save();
  closeIfDone(specId);
}

/** Lets go of what was not saved; the service's text is the text again. */
export function giveUp({ saver, close }: Editing): void {
  const { title, content } = saver.saved();
  saver.type({ title, content });
  close();
}

function closeIfDone(specId: string): void {
  const editing = all.get().get(specId);
  if (editing && !editing.isOpen && editing.saver.state.get().kind === "saved") editing.close();
}

const savedOf = ({ title, content, revision }: SpecWithCriteria) => ({ title, content, revision });

/** Shows a spec as a save has answered it, unless something newer is shown. */
function showSaved(params: SpecParams, spec: SpecWithCriteria): void {
  queryClient.setQueryData(read(getSpec, { params }).queryKey, (shown) =>
    shown && shown.spec.revision > spec.revision ? shown : { spec },
  );
}
