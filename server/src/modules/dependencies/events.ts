import type { EventSubject } from "../../events/append.ts";
import type { DependencyKind } from "../../storage/tables/dependencies.ts";
import type { Tables } from "../../storage/tables.ts";
import type { PlanRow } from "../plans/access.ts";

/** Returns subject and data of an event about a plan's dependency. */
export const aboutDependency = (
  plan: Pick<PlanRow, "id" | "project_id">,
  row: Pick<Tables["dependencies"], "id" | "kind" | "from_id" | "to_id">,
): EventSubject & { data: { kind: DependencyKind; from: string; to: string } } => ({
  subjectId: row.id,
  planId: plan.id,
  projectId: plan.project_id,
  data: { kind: row.kind, from: row.from_id, to: row.to_id },
});
