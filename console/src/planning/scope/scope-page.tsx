import type { ReactNode } from "react";
import { Page } from "../../components/page/page.tsx";
import { useWorkspace } from "../../session/workspace.ts";
import { PlanPage } from "../plans/plan-page.tsx";
import { ProjectPage } from "../plans/project-page.tsx";
import type { Scope } from "./scope.ts";

interface Properties {
  scope: Scope;
  /** For the workspace; other pages are named after their project or plan. */
  title: string;
  /** The tabs of the workspace's page. */
  tabs?: ReactNode;
  children: (mayWrite: boolean) => ReactNode;
}

/** A tab in a project or plan, a page for the workspace. */
export function ScopePage({ scope, title, tabs, children }: Properties) {
  const isMember = useWorkspace().role !== "VIEWER";
  if (scope.kind === "plan")
    return <PlanPage params={scope.params}>{(_, canEdit) => children(canEdit)}</PlanPage>;
  if (scope.kind === "project") return <ProjectPage params={scope.params}>{children(isMember)}</ProjectPage>;
  return (
    <Page title={title} tabs={tabs}>
      {children(isMember)}
    </Page>
  );
}
