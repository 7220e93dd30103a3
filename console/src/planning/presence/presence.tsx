import type { PresentPerson } from "@groundplan/contract";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { initialsOf } from "../../components/initials.ts";
import { FollowMenu } from "./follow-menu.tsx";
import { usePresence } from "./use-presence.ts";
import "./print.css"; // Every plan and spec loads this file, but none needs it at first.

/** More people than this are a number. */
const mostShown = 4;

/**
 * Shows beside the page's title who else reads or types in its document, and whether the user follows it. Both
 * may come after the page.
 */
export default function Presence({ documentId }: { documentId: string }) {
  const people = usePresence(documentId);
  const { projectSlug, planShortId, specShortId } = useParams({ strict: false });
  const [place, find] = useState<Element | null>(null);
  useEffect(() => find(document.querySelector("#main > header > :last-child")), []);
  if (!place) return null;
  return createPortal(
    <>
      {people.length > 0 && <People people={people} />}
      {projectSlug !== undefined && planShortId !== undefined && (
        <FollowMenu params={{ projectSlug, planShortId, specShortId }} />
      )}
    </>,
    place,
  );
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
            <span aria-hidden="true">{initialsOf(person.name)}</span>
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
