import type { EventSubject } from "../../events/append.ts";
import type { PlanRow } from "./access.ts";

/** Returns the subject of an event about a plan as a whole. */
export const aboutPlan = (plan: Pick<PlanRow, "id" | "project_id">): EventSubject => ({
  subjectId: plan.id,
  planId: plan.id,
  projectId: plan.project_id,
});
