import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { Button } from "../button.tsx";
import { LazyDiff } from "../text/lazy-diff.tsx";
import { Markdown } from "../text/markdown.tsx";
import { Field, LinesField } from "./field.tsx";
import { Form } from "./form.tsx";
import { LeaveUnsaved } from "./leave-unsaved.tsx";

interface Properties {
  /** The field's label. */
  label: string;
  text: string;
  /** The revision of `text`. */
  revision: number;
  /** Saves a text that is based on `baseRevision`. */
  save: (text: string, baseRevision: number, message: string) => Promise<unknown>;
  /** The button's label. */
  action?: string;
  /** The size limit in bytes. */
  mostBytes?: number;
  /** Adds a field for the reason of the change. */
  asksWhy?: boolean;
  onClose: () => void;
}

/** The details of a 409. */
interface Conflict {
  revision: number;
  current?: string;
}

/** Has a preview; shows both texts after a conflict. */
export function TextEditor(properties: Properties) {
  const { label, text, revision, save, action = "Save", mostBytes, asksWhy = false, onClose } = properties;
  const [typed, type] = useState(text);
  const [base, setBase] = useState(revision);
  const [isPreview, preview] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const lines = useRef<HTMLDivElement>(null);
  // The button that opened the editor is gone.
  useEffect(() => lines.current?.querySelector("textarea")?.focus(), []);
  const bytes = new TextEncoder().encode(typed).length;
  const submit = async ({ message = "" }) => {
    try {
      await save(typed, base, message);
      onClose();
    } catch (error) {
      const found = conflictOf(error);
      if (found) setConflict(found);
      throw error;
    }
  };
  return (
    <Form
      submit={submit}
      action={conflict && base === conflict.revision ? "Overwrite with mine" : action}
      beside={<Button onClick={onClose}>Cancel</Button>}
    >
      <LeaveUnsaved isUnsaved={() => typed !== text} />
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-pressed={isPreview} onClick={() => preview(!isPreview)}>
          {isPreview ? "Write" : "Preview"}
        </Button>
        {mostBytes !== undefined && (
          <span className={`text-note ${bytes > mostBytes ? "text-bad" : "text-ink-3"}`}>
            {bytes.toLocaleString("en")} of {mostBytes.toLocaleString("en")} bytes
          </span>
        )}
      </div>
      {isPreview && <Markdown text={typed} />}
      <div ref={lines} hidden={isPreview}>
        <LinesField
          label={label}
          name="text"
          rows={22}
          value={typed}
          spellCheck
          onChange={({ target }) => type(target.value)}
          className="font-mono text-note leading-5"
        />
      </div>
      {asksWhy && (
        <Field label="Describe what changes and why" name="message" autoComplete="off" maxLength={500} />
      )}
      {conflict?.current !== undefined && (
        <section aria-label="Both texts" className="grid gap-2">
          <p>Someone else changed the same lines. Below are the changes that your text makes to theirs.</p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setBase(conflict.revision)}>Keep mine</Button>
            <Button
              onClick={() => {
                type(conflict.current ?? "");
                setBase(conflict.revision);
              }}
            >
              Take theirs
            </Button>
          </div>
          <LazyDiff before={conflict.current} after={typed} />
        </section>
      )}
    </Form>
  );
}

function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.code !== "revision_conflict") return null;
  const { revision, current } = (error.details ?? {}) as { revision?: unknown; current?: unknown };
  if (typeof revision !== "number") return null;
  return { revision, ...(typeof current === "string" ? { current } : {}) };
}
