import type { ReactNode } from "react";
import { Tab } from "../../components/page/tab.tsx";
import { useIsOwner } from "../../session/workspace.ts";
import type { Scope } from "./scope.ts";
import { ScopePage } from "./scope-page.tsx";

interface Properties {
  scope: Scope;
  /** `mayWrite`: owners in the workspace, members in a project. */
  children: (mayWrite: boolean) => ReactNode;
}

/** The page around skills, formats or instructions of a scope. */
export function KnowledgePage({ scope, children }: Properties) {
  const isOwner = useIsOwner();
  return (
    <ScopePage
      scope={scope}
      title="Skills and formats"
      tabs={
        <>
          <Tab to="/skills">Skills</Tab>
          <Tab to="/formats">Formats</Tab>
          <Tab to="/instructions">Instructions</Tab>
        </>
      }
    >
      {(isMember) => children(scope.kind === "workspace" ? isOwner : isMember)}
    </ScopePage>
  );
}
