import type { Document } from "@groundplan/contract";
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { Form, useRefusal } from "../../components/forms/form.tsx";
import { PictureButton } from "../../components/forms/picture-button.tsx";
import { InFields } from "../../editor/references/in-fields.tsx";
import type { Person } from "../../editor/references/offers.ts";
import { pastedInto, picturesTo } from "../../edits/pasted-into.ts";
import { sendingIn } from "../../edits/sending-mark.ts";
import { keepUnsent, unsentOf } from "../../edits/unsent-text.ts";
import { asTyped, mentionedIn, withMentions } from "../mentions.ts";

interface Properties {
  /** Takes the pictures. */
  document: Pick<Document, "id" | "discussionPlanId">;
  /** The field's label. */
  label: string;
  /** The button's label. */
  action: string;
  people: readonly Person[];
  /** The key of the draft, which is stored until sent. */
  place: string;
  /** The comment to edit. */
  initial?: string;
  /** Receives the comment, and the values of other fields by name. */
  send: (body: string, values: Record<string, string>) => Promise<unknown>;
  onCancel: () => void;
  /** Further fields. */
  children?: ReactNode;
}

/** `@` and `#` offer names, Ctrl or ⌘ Enter sends, Escape keeps the draft. */
export function Composer({
  document,
  label,
  action,
  people,
  place,
  initial = "",
  send,
  onCancel,
  children,
}: Properties) {
  const all = [...mentionedIn(initial), ...people];
  const submit = async ({ body = "", ...values }: Record<string, string>) => {
    await send(withMentions(body, all), values);
    keepUnsent(place, undefined);
  };
  const written = asTyped(initial);
  const cancel = () => {
    keepUnsent(place, undefined);
    onCancel();
  };
  return (
    <Form submit={submit} action={action} beside={<Button onClick={cancel}>Cancel</Button>}>
      <Writing
        document={document}
        label={label}
        people={people}
        initial={unsentOf(place) ?? written}
        onType={(text) => keepUnsent(place, text === written ? undefined : text)}
        onCancel={onCancel}
      />
      {children}
    </Form>
  );
}

interface WritingProperties extends Pick<Properties, "document" | "label" | "people" | "onCancel"> {
  initial: string;
  /** Called with the whole text on every change. */
  onType: (text: string) => void;
}

/** Mentions are typed by name. */
const typedMention = ({ name }: Person) => `@${name}`;

function Writing({ document, label, people, initial, onType, onCancel }: WritingProperties) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const refusal = useRefusal("body");
  const names = useMemo(() => ({ people, mention: typedMention }), [people]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isSent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isSent && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (isSent) event.currentTarget.form?.requestSubmit();
    else onCancel();
  };
  return (
    <InFields names={names}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        name="body"
        data-editing
        data-sending={sendingIn(initial) || undefined}
        rows={3}
        defaultValue={initial}
        // biome-ignore lint/a11y/noAutofocus: somebody asked to write here.
        autoFocus
        placeholder={`${label}. @ and # name people, specs and plans.`}
        aria-autocomplete="list"
        aria-invalid={refusal ? true : undefined}
        aria-describedby={refusal ? `${id}-refusal` : undefined}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        {...pastedInto(document)}
        onKeyDown={onKeyDown}
        className={`block field-sizing-content max-h-80 min-h-18 w-full resize-y rounded-md border bg-paper px-2.5 py-[7px] text-base text-ink placeholder:text-ink-3 ${refusal ? "border-bad" : "border-field"}`}
      />
      <div className="mt-1">
        <PictureButton isThere add={(files) => area.current && picturesTo(area.current, document, files)} />
      </div>
      {refusal && (
        <p id={`${id}-refusal`} className="mt-1 text-note text-bad">
          The comment {refusal}.
        </p>
      )}
    </InFields>
  );
}
