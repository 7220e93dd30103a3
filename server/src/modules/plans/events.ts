import type { EventSubject } from "../../events/append.ts";
import type { PlanRow } from "./access.ts";

export const aboutPlan = ({
  id,
  project_id,
  number,
}: Pick<PlanRow, "id" | "project_id"> & { number?: number }): EventSubject => ({
  subjectId: id,
  planId: id,
  projectId: project_id,
  ...(number === undefined ? {} : { planNumber: number }),
});
