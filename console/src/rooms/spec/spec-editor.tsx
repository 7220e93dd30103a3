import { lazy, Suspense, useCallback, useState } from "react";
import type { EditorHandle } from "../../editor/editor.tsx";
import { Button } from "../../parts/button.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { useStore } from "../../store.ts";
import { type Editing, endEditing } from "./editing.ts";
import { SaveState } from "./save-state.tsx";

const load = () => import("../../editor/editor.tsx");
const Editor = lazy(load);
const loadConflict = () =>
  import("./conflict-view.tsx").then(({ ConflictView }) => ({ default: ConflictView }));
const ConflictView = lazy(loadConflict);

/** Loads the editor before somebody edits, who may have no connection then. */
export const preloadEditor = (): void => void Promise.all([load(), loadConflict()]).catch(() => {});

/** Shows the text of a spec to edit, with where it is saved; where somebody else changed the same, both sides. */
export function SpecEditor({ editing }: { editing: Editing }) {
  const { saver, specId, editor } = editing;
  const state = useStore(saver.state);
  const [isThere, setThere] = useState(false);
  const onReady = useCallback(
    (now: EditorHandle | null) => {
      editor.now = now;
      setThere(now !== null);
      if (!now) return;
      now.focus();
      editor.next?.(now);
      editor.next = null;
    },
    [editor],
  );
  if (state.kind === "conflict")
    return (
      <Suspense fallback={<Skeleton rows={6} />}>
        <ConflictView saver={saver} conflict={state.conflict} />
      </Suspense>
    );
  return (
    <div className="max-w-[74ch] rounded-card border border-line-strong bg-sheet focus-within:border-accent">
      <div className="sticky top-12 z-4 flex flex-wrap items-center gap-2 rounded-t-card border-b border-line bg-sheet px-4 py-1 rail:top-0">
        <SaveState saver={saver} />
        <Button look="quiet" disabled={!isThere} onClick={() => editor.now?.addCriterion()}>
          Add a criterion
        </Button>
      </div>
      <div className="min-h-60">
        <Suspense fallback={<Skeleton rows={6} />}>
          <Editor
            label="Text"
            text={saver.typed().content}
            onChange={(content) => saver.type({ content })}
            onEnd={() => void endEditing(specId)}
            onSave={() => void saver.save()}
            onReady={onReady}
          />
        </Suspense>
      </div>
    </div>
  );
}
