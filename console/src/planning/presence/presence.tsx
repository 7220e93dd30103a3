import type { PresentPerson } from "@groundplan/contract";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { usePresence } from "./use-presence.ts";

/** More people than this are a number. */
const mostShown = 4;

/** Shows beside the page's title who else reads or types in its document. */
export default function Presence({ documentId }: { documentId: string }) {
  const people = usePresence(documentId);
  const [place, find] = useState<Element | null>(null);
  useEffect(() => find(document.querySelector("#main > header > :last-child")), []);
  if (!place || people.length === 0) return null;
  return createPortal(<People people={people} />, place);
}

/** Screen readers hear who begins to type; who reads, they find in the list. */
function People({ people }: { people: readonly PresentPerson[] }) {
  const typing = people.filter(({ state }) => state === "typing");
  const shown = [...typing, ...people.filter(({ state }) => state === "reading")];
  const more = shown.length - mostShown;
  return (
    <div className="flex flex-wrap items-center gap-2" style={{ order: -1 }}>
      <span role="status" className="text-note text-ink-2">
        {typing.length > 0 && sentence(typing)}
      </span>
      <ul aria-label="Here now" className="flex">
        {shown.slice(0, mostShown).map((person) => (
          <li
            key={person.userId}
            title={sentence([person])}
            className={`-ml-1 flex size-6 items-center justify-center rounded-full border bg-sheet text-note text-ink ${person.state === "typing" ? "border-accent" : "border-line-strong"}`}
          >
            <span aria-hidden="true">{initials(person.name)}</span>
            <span className="sr-only">{sentence([person])}</span>
          </li>
        ))}
        {more > 0 && <li className="ml-1 self-center text-note text-ink-2">and {more} more</li>}
      </ul>
    </div>
  );
}

/** All do what the first does. */
function sentence(people: readonly PresentPerson[]): string {
  const [first, second, ...others] = people.map(({ name }) => name);
  const does = people[0]?.state ?? "reading";
  if (second === undefined) return `${first} is ${does}`;
  return others.length > 0 ? `${people.length} people are ${does}` : `${first} and ${second} are ${does}`;
}

/** Of the first and the last word of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word = "") => [...word][0] ?? "");
  return letters.join("").toUpperCase();
}
