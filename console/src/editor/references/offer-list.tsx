import { useEffect, useRef } from "react";
import { useStore } from "../../base/store.ts";
import type { Offering } from "./offering.ts";

interface Properties {
  offering: Offering;
  id: string;
  /** Has the focus. */
  field: HTMLElement;
}

/** The offers below the words that are typed. */
export function OfferList({ offering, id, field }: Properties) {
  const { typed, offers, active } = useStore(offering.state);
  const list = useRef<HTMLUListElement>(null);
  const isOpen = offers.length > 0;
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return undefined;
    field.setAttribute("aria-controls", id);
    field.setAttribute("aria-activedescendant", `${id}-${active}`);
    return () => {
      field.removeAttribute("aria-controls");
      field.removeAttribute("aria-activedescendant");
    };
  }, [field, id, isOpen, active]);
  if (!isOpen) return null;
  return (
    <ul
      ref={list}
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list of choices is a listbox.
      role="listbox"
      aria-label={typed?.sign === "@" ? "People, specs and plans" : "Specs and plans"}
      className="rounded-card border border-line bg-sheet p-1 text-base shadow-float"
    >
      {offers.map(({ id: key, name, note }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus.
        <li
          key={key}
          id={`${id}-${index}`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an item of a listbox is an option.
          role="option"
          aria-selected={index === active}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => offering.point(index)}
          onClick={() => offering.pick(index)}
          className="flex cursor-pointer items-center justify-between gap-3 rounded-md px-2 py-1 aria-selected:bg-accent-soft"
        >
          <span className="min-w-0 truncate">{name}</span>
          <span className="font-mono text-small whitespace-nowrap text-ink-2">{note}</span>
        </li>
      ))}
    </ul>
  );
}
