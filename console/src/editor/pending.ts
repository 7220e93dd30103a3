import type { EditorView } from "@codemirror/view";

const works = new WeakMap<EditorView, Set<Promise<void>>>();

/** Notes work whose outcome will stand in the text, such as an upload. */
export function pend(view: EditorView, work: Promise<void>): void {
  const own = works.get(view) ?? new Set();
  works.set(view, own.add(work));
  const end = () => void own.delete(work);
  work.then(end, end);
}

/** Waits until nothing is pending any more. */
export async function settled(view: EditorView): Promise<void> {
  for (let own = works.get(view); own && own.size > 0; own = works.get(view)) await Promise.allSettled(own);
}
