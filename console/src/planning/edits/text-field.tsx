import { type ReactNode, useEffect, useRef, useState } from "react";
import { UserError } from "../../base/user-error.ts";
import { useRefusal } from "../../components/forms/form.tsx";
import { later } from "../../components/loading/later.tsx";
import { Skeleton } from "../../components/loading/skeleton.tsx";
import { toastProblem } from "../../components/overlays/toast.tsx";
import type { EditorHandle } from "../../editor/editor.tsx";
import { mentionOf } from "../../editor/references/mention-of.ts";
import { sendPicture } from "../../edits/send-picture.ts";
import { useReaders } from "../mentions.ts";
import type { PlanParams } from "../params.ts";

const Editor = later(() => import("../../editor/editor.tsx"), { waiting: () => <Skeleton rows={6} /> });

type Pictured = Parameters<typeof sendPicture>[0];

interface Properties {
  label: string;
  /** The field's name in the request, which errors refer to. */
  name: string;
  text: string;
  onType: (text: string) => void;
  /** Its readers can be mentioned; null for all members. */
  plan: PlanParams | null;
  /** Finds the document that holds the text's pictures; absent before it exists. */
  documentOf?: () => Promise<Pictured>;
  hasFrontMatter?: boolean;
  /** Called with null on unmount. */
  onReady?: (editor: EditorHandle | null) => void;
  children?: ReactNode;
}

/** The text editor as a form's field. */
export function TextField({ label, name, text, onType, plan, documentOf, onReady, ...more }: Properties) {
  const { hasFrontMatter = false, children } = more;
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [first] = useState(text);
  const people = useReaders(plan);
  const refusal = useRefusal(name);
  useEffect(() => {
    // An Escape that the editor has used doesn't close a dialog, too.
    const keep = (event: KeyboardEvent) => {
      if (event.key === "Escape" && event.defaultPrevented) event.stopPropagation();
    };
    const { current: own } = place;
    own?.addEventListener("keydown", keep);
    return () => own?.removeEventListener("keydown", keep);
  }, []);
  return (
    <div>
      <p aria-hidden="true" className="mb-1 text-note font-[550]">
        {label}
      </p>
      <div
        ref={place}
        aria-invalid={refusal ? true : undefined}
        className={`min-h-60 rounded-md border bg-paper focus-within:border-accent ${refusal ? "border-bad" : "border-field"}`}
      >
        <Editor
          label={label}
          text={first}
          hasFrontMatter={hasFrontMatter}
          onChange={(now) => {
            onType(now);
            // Forms count input, which the editor makes without events of the browser.
            field.current?.dispatchEvent(new Event("input", { bubbles: true }));
          }}
          onEnd={() => place.current && leave(place.current)}
          onSave={() => place.current?.closest("form")?.requestSubmit()}
          names={{ people, mention: mentionOf }}
          sendPicture={async (file, onSent) => {
            if (documentOf) return sendPicture(await documentOf(), file, onSent);
            const error = new UserError("Save the text first, then add pictures to it.");
            toastProblem(error);
            throw error;
          }}
          onReady={(editor) => onReady?.(editor)}
        />
      </div>
      <input ref={field} type="hidden" name={name} value={text} />
      {refusal && <p className="mt-1 text-note text-bad">{refusal}</p>}
      {children}
    </div>
  );
}

/** Closes a dialog, which asks whether typed words may go, or moves on to the form's button. */
function leave(place: HTMLElement): void {
  if (place.closest("dialog, [role=dialog]")) place.parentElement?.dispatchEvent(escapeKey());
  else place.closest("form")?.querySelector<HTMLElement>("[type=submit]")?.focus();
}

const escapeKey = () => new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
