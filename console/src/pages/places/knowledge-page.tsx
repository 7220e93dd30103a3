import type { ReactNode } from "react";
import { Tab } from "../../components/tab.tsx";
import { useIsOwner } from "../../session/role.ts";
import type { Place } from "./place.ts";
import { PlacePage } from "./place-page.tsx";

interface Properties {
  place: Place;
  /** `mayWrite`: owners in the workspace, members in a project. */
  children: (mayWrite: boolean) => ReactNode;
}

/** The page around skills, formats or instructions of a scope. */
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
