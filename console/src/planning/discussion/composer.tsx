import type { Document } from "@groundplan/contract";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Form, useRefusal } from "../../components/forms/form.tsx";
import { picturesInto } from "../../edits/pictures-into.ts";
import { keepUnsent, unsentOf } from "../../edits/unsent-text.ts";
import { asTyped, mentionedIn, type Person, typedName, withMentions } from "./mentions.ts";

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

/** `@` offers mentions, Ctrl or ⌘ Enter sends, Escape keeps the draft. */
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

const mostOffered = 6;

interface WritingProperties extends Pick<Properties, "document" | "label" | "people" | "onCancel"> {
  initial: string;
  /** Called with the whole text on every change. */
  onType: (text: string) => void;
}

function Writing({ document, label, people, initial, onType, onCancel }: WritingProperties) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const refusal = useRefusal("body");
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const offered =
    typed === null
      ? []
      : people.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, mostOffered);
  const look = () => {
    const { selectionStart = 0, value = "" } = area.current ?? {};
    setTyped(typedName(value.slice(0, selectionStart)));
    setActive(0);
  };
  const pick = ({ name }: Person) => {
    const { current } = area;
    if (!current || typed === null) return;
    const end = current.selectionStart;
    current.setRangeText(`${name} `, end - typed.length, end, "end");
    current.focus();
    setTyped(null);
    onType(current.value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = offered[active];
    const turn = (step: number) => setActive((active + step + offered.length) % offered.length);
    const ofList: Partial<Record<string, () => void>> = chosen
      ? {
          ArrowDown: () => turn(1),
          ArrowUp: () => turn(-1),
          Enter: () => pick(chosen),
          Tab: () => pick(chosen),
          Escape: () => setTyped(null),
        }
      : { Escape: onCancel };
    const isSent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    const act = isSent ? () => area.current?.form?.requestSubmit() : ofList[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        name="body"
        data-editing
        rows={3}
        defaultValue={initial}
        // biome-ignore lint/a11y/noAutofocus: somebody asked to write here.
        autoFocus
        placeholder={`${label}. @ mentions somebody.`}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? `${id}-people` : undefined}
        aria-activedescendant={offered.length > 0 ? `${id}-${active}` : undefined}
        aria-invalid={refusal ? true : undefined}
        aria-describedby={refusal ? `${id}-refusal` : undefined}
        onInput={({ currentTarget }) => {
          onType(currentTarget.value);
          look();
        }}
        {...picturesInto(document)}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
        className={`block field-sizing-content max-h-80 min-h-18 w-full resize-y rounded-md border bg-paper px-2.5 py-[7px] text-base text-ink placeholder:text-ink-3 ${refusal ? "border-bad" : "border-field"}`}
      />
      {offered.length > 0 && (
        <ul
          id={`${id}-people`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list of choices is a listbox.
          role="listbox"
          aria-label="People to mention"
          className="absolute inset-x-0 top-full z-10 mt-1 rounded-card border border-line bg-sheet p-1 shadow-float"
        >
          {offered.map((person, index) => (
            <Offer
              key={person.userId}
              id={`${id}-${index}`}
              isChosen={index === active}
              choose={() => setActive(index)}
              pick={() => pick(person)}
            >
              {person.name}
            </Offer>
          ))}
        </ul>
      )}
      {refusal && (
        <p id={`${id}-refusal`} className="mt-1 text-note text-bad">
          The comment {refusal}.
        </p>
      )}
    </div>
  );
}

interface OfferProperties {
  id: string;
  isChosen: boolean;
  choose: () => void;
  pick: () => void;
  children: ReactNode;
}

function Offer({ id, isChosen, choose, pick, children }: OfferProperties) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus.
    <li
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an item of a listbox is an option.
      role="option"
      aria-selected={isChosen}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={choose}
      onClick={pick}
      className="cursor-pointer truncate rounded-md px-2 py-1 aria-selected:bg-accent-soft"
    >
      {children}
    </li>
  );
}
