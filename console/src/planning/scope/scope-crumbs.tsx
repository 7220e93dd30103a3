import { useWorkspace } from "../../session/workspace.ts";
import { PlanCrumbs, ProjectCrumb } from "../plans/plan-crumbs.tsx";
import type { Scope } from "./scope.ts";

export function ScopeCrumbs({ scope: { kind, params } }: { scope: Scope }) {
  const { name } = useWorkspace();
  if (kind === "plan") return <PlanCrumbs {...params} />;
  return kind === "project" ? <ProjectCrumb {...params} /> : <span>{name}</span>;
}
