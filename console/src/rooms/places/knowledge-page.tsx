import type { ReactNode } from "react";
import { Tab } from "../../parts/tab.tsx";
import { useIsOwner } from "../../session/role.ts";
import type { Place } from "./place.ts";
import { PlacePage } from "./place-page.tsx";

interface Properties {
  place: Place;
  /** The workspace's are its owners', a project's are its members'. */
  children: (mayWrite: boolean) => ReactNode;
}

/** Puts a room of skills, formats or instructions onto the page of its place. */
export function KnowledgePage({ place, children }: Properties) {
  const isOwner = useIsOwner();
  return (
    <PlacePage
      place={place}
      title="Skills and formats"
      tabs={
        <>
          <Tab to="/skills">Skills</Tab>
          <Tab to="/formats">Formats</Tab>
          <Tab to="/instructions">Instructions</Tab>
        </>
      }
    >
      {(isMember) => children(place.kind === "workspace" ? isOwner : isMember)}
    </PlacePage>
  );
}
