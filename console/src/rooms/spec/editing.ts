import type { SpecWithCriteria } from "@groundplan/contract";
import type { EditorHandle } from "../../editor/editor.tsx";
import { createStore, type Store, useStore } from "../../store.ts";
import type { SpecParams } from "../work/spec-params.ts";
import type { Saver } from "./saver.ts";

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

/** This is asked for where a spec is to be edited. */
export interface Asked {
  params: SpecParams;
  spec: SpecWithCriteria;
  userId: string;
  /** What is done in the editor once it is there. */
  act?: (editor: EditorHandle) => void;
}

/** The editings that are open or not saved, by the ids of their specs. */
export const editings = createStore<ReadonlyMap<string, Editing>>(new Map());

/** The editing that begins once the parts for those who edit are loaded. */
const asked = createStore<Asked | null>(null);

/** Returns the editing of a spec that is open or not saved; undefined if there is none. */
export const useEditing = (specId: string): Editing | undefined => useStore(editings).get(specId);

/** Returns what is asked for a spec whose editing has not begun; null if nothing is. */
export function useAsked(specId: string): Asked | null {
  const one = useStore(asked);
  return one?.spec.id === specId ? one : null;
}

export const showEditing = (editing: Editing): void =>
  editings.set(new Map(editings.get()).set(editing.specId, editing));

/** Goes on with an editing, or has one begin as soon as what saves is loaded. */
export function askToEdit(begin: Asked): void {
  if (!goOn(begin)) asked.set(begin);
}

/** Opens the editing of a spec again, and does in it what is asked; false if there is none. */
export function goOn({ spec, act }: Asked): boolean {
  asked.set(null);
  const going = editings.get().get(spec.id);
  if (!going) return false;
  showEditing({ ...going, isOpen: true });
  const { editor } = going;
  if (act && editor.now) act(editor.now);
  else if (act) editor.next = act;
  return true;
}

/** Ends the editing of a spec: what is not saved is saved, and stays in sight until it is. */
export async function endEditing(specId: string): Promise<void> {
  asked.set(null);
  const editing = editings.get().get(specId);
  if (!editing) return;
  showEditing({ ...editing, isOpen: false });
  await editing.saver.save();
  closeIfDone(specId);
}

/** Ends an editing for good once the person has ended it and all of it is saved. */
export function closeIfDone(specId: string): void {
  const editing = editings.get().get(specId);
  if (editing && !editing.isOpen && editing.saver.state.get().kind === "saved") editing.close();
}
