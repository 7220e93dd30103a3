import {
  type InputEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { OfferList } from "./offer-list.tsx";
import { Offering } from "./offering.ts";
import type { Names, Offer } from "./offers.ts";
import { type Typed, typedIn } from "./typed.ts";

/** Offers people, specs and plans in the text areas inside, below the one that has the focus. */
export function InFields({ names, children }: { names: Names; children: ReactNode }) {
  const id = useId();
  const latest = useRef(names);
  latest.current = names;
  const field = useRef<HTMLTextAreaElement>(null);
  /** The cursor's place behind a chosen name and its space; null after the next input. */
  const chosenEnd = useRef<number>(null);
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ field: HTMLElement; top: number } | null>(null);
  const [offering] = useState(
    () =>
      new Offering(
        () => latest.current,
        (offer, typed) => {
          if (!field.current) return;
          insert(field.current, offer, typed);
          chosenEnd.current = field.current.selectionStart;
        },
      ),
  );
  useEffect(() => () => offering.close(), [offering]);
  const onInput = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLTextAreaElement)) return;
    field.current = target;
    chosenEnd.current = null;
    const line = target.value.slice(0, target.selectionStart).split("\n").at(-1) ?? "";
    offering.look(typedIn(line));
    const top = box.current?.getBoundingClientRect().top ?? 0;
    setPlace({ field: target, top: target.getBoundingClientRect().bottom - top });
  };
  /** A space or a sign takes the place of the space behind the name that was just chosen. */
  const onBeforeInput = (event: InputEvent) => {
    const { target, data } = event;
    if (!(target instanceof HTMLTextAreaElement) || !/^[ .,;:!?)]$/.test(data)) return;
    const { selectionStart: at, selectionEnd } = target;
    if (at !== selectionEnd || at !== chosenEnd.current) return;
    event.preventDefault();
    target.setRangeText(data, at - 1, at, "end");
    target.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.target !== field.current || !offering.press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are those of the fields inside.
    <div
      ref={box}
      className="relative"
      onInput={onInput}
      onBeforeInput={onBeforeInput}
      onKeyDownCapture={onKeyDown}
      onBlur={() => offering.close()}
    >
      {children}
      {place && (
        <div className="absolute inset-x-0 z-10" style={{ top: place.top }}>
          <OfferList offering={offering} id={id} field={place.field} />
        </div>
      )}
    </div>
  );
}

function insert(field: HTMLTextAreaElement, { text }: Offer, { length }: Typed): void {
  const end = field.selectionStart;
  field.setRangeText(`${text} `, end - length, end, "end");
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
