import { useCallback, useEffect, useRef, useState } from "react";
import { isSendingFiles } from "../../../api/sending-files.ts";
import { useStore } from "../../../base/store.ts";
import { Button } from "../../../components/button.tsx";
import { PictureButton } from "../../../components/forms/picture-button.tsx";
import { later, laterOf } from "../../../components/loading/later.tsx";
import { Skeleton } from "../../../components/loading/skeleton.tsx";
import { loadEach } from "../../../components/overlays/lazy.tsx";
import type { EditorHandle } from "../../../editor/editor.tsx";
import { editorParts } from "../../../editor/editor-parts.ts";
import { mentionOf } from "../../../editor/references/mention-of.ts";
import { sendPicture } from "../../../edits/send-picture.ts";
import { useReaders } from "../../../planning/mentions.ts";
import { type Editing, endEditing } from "./editing.ts";
import { RawButton } from "./raw-button.tsx";
import { SaveState } from "./save-state.tsx";

const skeleton = { waiting: () => <Skeleton rows={6} /> };
const Editor = later(() => import("../../../editor/editor.tsx"), skeleton);
const ConflictView = laterOf(
  () => import("../saving/conflict-view.tsx"),
  ({ ConflictView }) => ConflictView,
  skeleton,
);

export const loadEditor = (): Promise<void> => loadEach([...editorParts, Editor, ConflictView]);

/** Milliseconds without input or uploads before the conflict view takes the place of the editor, which would lose words. */
const quietMs = 1_000;

/** One row that scrolls in a narrow window, with targets for fingers. */
const row =
  "flex min-w-0 flex-[3_1_12rem] gap-2 overflow-x-auto py-0.5 rail:contents " +
  "[&_button]:shrink-0 [&_button]:whitespace-nowrap pointer-coarse:[&_button]:min-h-10";

/** The editor with its save status, or the conflict view. */
export function SpecEditor({ editing }: { editing: Editing }) {
  const { params, saver, specId, editor } = editing;
  const state = useStore(saver.state);
  const people = useReaders(editing.params);
  const [isThere, setThere] = useState(false);
  const typedAt = useRef(0);
  const isConflict = state.kind === "conflict";
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    setQuiet(false);
    if (!isConflict) return undefined;
    const look = () => setQuiet(Date.now() - typedAt.current >= quietMs && !isSendingFiles());
    look();
    const timer = setInterval(look, 100);
    return () => clearInterval(timer);
  }, [isConflict]);
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
  const onLeft = useCallback(
    (late: Promise<(text: string) => string>) => {
      const added = late.then((add) => {
        const { content } = saver.typed();
        const next = add(content);
        if (editor.now) editor.now.bringIn(content, next);
        else if (next !== content) saver.type({ content: next });
      });
      editor.late = Promise.all([editor.late, added]);
    },
    [editor, saver],
  );
  if (state.kind === "conflict" && isQuiet)
    return <ConflictView params={params} saver={saver} conflict={state.conflict} />;
  return (
    <div
      data-writing
      className="max-w-[74ch] rounded-card border border-line-strong bg-sheet focus-within:border-accent"
    >
      <div className="sticky top-12 z-4 rounded-t-card border-b border-line bg-sheet rail:top-0">
        <div className="flex flex-wrap items-center gap-2 px-4 py-1">
          <SaveState editing={editing} />
          <div className={row}>
            <Button look="quiet" disabled={!isThere} onClick={() => editor.now?.addCriterion()}>
              Add a criterion
            </Button>
            <Button look="quiet" disabled={!isThere} onClick={() => editor.now?.makeCriteria()}>
              Make these the criteria
            </Button>
            <PictureButton isThere={isThere} add={(files) => editor.now?.addPictures(files)} />
            <RawButton />
            <span className="hidden text-note text-ink-3 rail:inline">
              Tab indents. Esc, then Tab, leaves.
            </span>
          </div>
        </div>
        <div data-find />
      </div>
      <div className="min-h-60">
        <Editor
          label="Text"
          text={saver.typed().content}
          onChange={(content) => {
            typedAt.current = Date.now();
            saver.type({ content });
          }}
          onEnd={() => void endEditing(specId)}
          onSave={() => void saver.save()}
          sendPicture={(file, onSent) => sendPicture({ id: specId }, file, onSent)}
          names={{ people, mention: mentionOf }}
          onReady={onReady}
          onLeft={onLeft}
        />
      </div>
    </div>
  );
}
