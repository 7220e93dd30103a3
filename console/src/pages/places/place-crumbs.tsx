import { useWorkspace } from "../../session/role.ts";
import { PlanCrumbs, ProjectCrumb } from "../work/plan-crumbs.tsx";
import type { Place } from "./place.ts";

export function PlaceCrumbs({ place: { kind, params } }: { place: Place }) {
  const { name } = useWorkspace();
  if (kind === "plan") return <PlanCrumbs {...params} />;
  return kind === "project" ? <ProjectCrumb {...params} /> : <span>{name}</span>;
}
