import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { useRefusal } from "../../components/forms/form.tsx";
import { later } from "../../components/loading/later.tsx";
import { Skeleton } from "../../components/loading/skeleton.tsx";
import type { EditorHandle } from "../../editor/editor.tsx";
import { mentionOf } from "../../editor/references/mention-of.ts";
import { sendPicture } from "../../edits/send-picture.ts";
import { useReaders } from "../mentions.ts";
import type { PlanParams } from "../params.ts";

const Editor = later(() => import("../../editor/editor.tsx"), { waiting: () => <Skeleton rows={6} /> });

interface Properties {
  params: PlanParams;
  planId: string;
  text: string;
  onType: (text: string) => void;
  /** What an empty text may start with. */
  template: string | null;
}

/** The editor of a plan's description, in a form's dialog. */
export function PlanText({ params, planId, text, onType, template }: Properties) {
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const people = useReaders(params);
  const refusal = useRefusal("description");
  useEffect(() => {
    // An Escape that the editor has used doesn't close the dialog, too.
    const keep = (event: KeyboardEvent) => {
      if (event.key === "Escape" && event.defaultPrevented) event.stopPropagation();
    };
    const { current: own } = place;
    own?.addEventListener("keydown", keep);
    return () => own?.removeEventListener("keydown", keep);
  }, []);
  return (
    <div>
      <div
        ref={place}
        aria-invalid={refusal ? true : undefined}
        className="min-h-60 rounded-md border border-field bg-paper focus-within:border-accent"
      >
        <Editor
          label="Description"
          text={text}
          onChange={onType}
          // The dialog asks whether typed words may go.
          onEnd={() => place.current?.parentElement?.dispatchEvent(escapeKey())}
          onSave={() => place.current?.closest("form")?.requestSubmit()}
          names={{ people, mention: mentionOf }}
          sendPicture={(file, onSent) => sendPicture({ id: planId }, file, onSent)}
          onReady={(now) => {
            setEditor(now);
            now?.focus();
          }}
        />
      </div>
      {refusal && <p className="mt-1 text-note text-bad">{refusal}</p>}
      {editor && text.trim() === "" && template !== null && (
        <Button
          onClick={() => {
            editor.bringIn(text, template);
            editor.focus();
          }}
        >
          Start with the headings of the format
        </Button>
      )}
    </div>
  );
}

const escapeKey = () => new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
