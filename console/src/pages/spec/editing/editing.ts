import type { SpecWithCriteria } from "@groundplan/contract";
import { createStore, type Store, useStore } from "../../../base/store.ts";
import type { EditorHandle } from "../../../editor/editor.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import type { Saver } from "../saving/saver.ts";

/** Editing one spec until everything is saved, even after leaving the page. */
export interface Editing {
  specId: string;
  params: SpecParams;
  saver: Saver;
  /** The title as typed. */
  title: Store<string>;
  /** The mounted editor, an action for a coming one, and what an earlier one still adds to the text. */
  editor: {
    now: EditorHandle | null;
    next: ((editor: EditorHandle) => void) | null;
    late: Promise<unknown>;
  };
  /** False once the user has finished but something is unsaved. */
  isOpen: boolean;
  /** Ends the session for good. */
  close: () => void;
}

/** A request to edit a spec. */
export interface EditRequest {
  params: SpecParams;
  spec: SpecWithCriteria;
  userId: string;
  /** Runs once the editor is mounted. */
  act?: (editor: EditorHandle) => void;
}

/** The open or unsaved sessions by spec id. */
export const editings = createStore<ReadonlyMap<string, Editing>>(new Map());

/** The request that waits for the editing chunk. */
const asked = createStore<EditRequest | null>(null);

/** Returns a spec's open or unsaved session, if any. */
export const useEditing = (specId: string): Editing | undefined => useStore(editings).get(specId);

/** Returns a spec's pending request, if any. */
export function useEditRequest(specId: string): EditRequest | null {
  const one = useStore(asked);
  return one?.spec.id === specId ? one : null;
}

export const showEditing = (editing: Editing): void =>
  editings.set(new Map(editings.get()).set(editing.specId, editing));

/** Resumes a session or requests one. */
export function askToEdit(begin: EditRequest): void {
  if (!goOn(begin)) asked.set(begin);
}

/** Reopens a session and runs the action; false without one. */
export function goOn({ spec, act }: EditRequest): boolean {
  asked.set(null);
  const going = editings.get().get(spec.id);
  if (!going) return false;
  showEditing({ ...going, isOpen: true });
  const { editor } = going;
  if (act && editor.now) act(editor.now);
  else if (act) editor.next = act;
  return true;
}

/** Ends editing; the session stays visible until everything is saved. */
export async function endEditing(specId: string): Promise<void> {
  asked.set(null);
  const { editor } = editings.get().get(specId) ?? {};
  const now = editor?.now;
  await now?.settled();
  await editor?.late;
  const editing = editings.get().get(specId);
  const isBack = editor?.now && editor.now !== now;
  if (!editing || isBack) return;
  showEditing({ ...editing, isOpen: false });
  await editing.saver.save();
  closeIfDone(specId);
}

/** Closes a session that is finished and saved. */
export function closeIfDone(specId: string): void {
  const editing = editings.get().get(specId);
  if (editing && !editing.isOpen && editing.saver.state.get().kind === "saved") editing.close();
}
