import { type DocumentTarget, resolveDocument } from "@groundplan/contract";
import { useRef, useState } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { call } from "../../api/call.ts";
import { isSendingFiles } from "../../api/sending-files.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { LeaveUnsaved } from "../../components/forms/leave-unsaved.tsx";
import { LazyDiff } from "../../components/text/lazy-diff.tsx";
import type { EditorHandle } from "../../editor/editor.tsx";
import type { PlanParams } from "../params.ts";
import { changedBy } from "./changed-by.ts";
import { TextField } from "./text-field.tsx";

interface Properties {
  /** The field's label. */
  label: string;
  text: string;
  /** The document of the text, which holds its pictures. */
  target: DocumentTarget;
  /** Its readers can be mentioned; null for all members. */
  plan?: PlanParams | null;
  /** The revision of `text`. */
  revision: number;
  /** Saves a text that is based on `baseRevision`. */
  save: (text: string, baseRevision: number, message: string) => Promise<unknown>;
  /** The button's label. */
  action?: string;
  /** The size limit in bytes. */
  mostBytes?: number;
  hasFrontMatter?: boolean;
  /** Adds a field for the reason of the change. */
  asksWhy?: boolean;
  onClose: () => void;
}

/** The details of a 409. */
interface Conflict {
  revision: number;
  current?: string;
  changedBy: string;
}

/** Edits a text of a page in place; shows both texts after a conflict. */
export function TextEditor(properties: Properties) {
  const { label, text, target, plan = null, revision, save, action = "Save", onClose } = properties;
  const { mostBytes, hasFrontMatter = false, asksWhy = false } = properties;
  const [typed, type] = useState(text);
  const [base, setBase] = useState(revision);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const editor = useRef<EditorHandle | null>(null);
  const latest = useRef(typed);
  const bytes = new TextEncoder().encode(typed).length;
  const submit = async ({ message = "" }) => {
    await editor.current?.settled();
    try {
      await save(latest.current, base, message);
      onClose();
    } catch (error) {
      const found = conflictOf(error);
      if (found) setConflict(found);
      throw error;
    }
  };
  const documentOf = async () => {
    const { document } = await call(resolveDocument, { query: { target: JSON.stringify(target) } });
    return document;
  };
  return (
    <Form
      submit={submit}
      action={conflict && base === conflict.revision ? "Overwrite with mine" : action}
      beside={<Button onClick={onClose}>Cancel</Button>}
    >
      <LeaveUnsaved isUnsaved={() => typed !== text || isSendingFiles()} />
      <TextField
        label={label}
        name="text"
        text={text}
        onType={(now) => {
          latest.current = now;
          type(now);
        }}
        plan={plan}
        documentOf={documentOf}
        hasFrontMatter={hasFrontMatter}
        onReady={(now) => {
          editor.current = now;
          now?.focus();
        }}
      />
      {mostBytes !== undefined && (
        <p className={`text-note ${bytes > mostBytes ? "text-bad" : "text-ink-3"}`}>
          {bytes.toLocaleString("en")} of {mostBytes.toLocaleString("en")} bytes
        </p>
      )}
      {asksWhy && (
        <Field label="Describe what changes and why" name="message" autoComplete="off" maxLength={500} />
      )}
      {conflict?.current !== undefined && (
        <section aria-label="Both texts" className="grid gap-2">
          <p>
            {conflict.changedBy} changed the same lines. Below are the changes that your text makes to theirs.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setBase(conflict.revision)}>Keep mine</Button>
            <Button
              onClick={() => {
                editor.current?.bringIn(typed, conflict.current ?? "");
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
  return {
    revision,
    ...(typeof current === "string" ? { current } : {}),
    changedBy: changedBy(error) ?? "Someone",
  };
}
