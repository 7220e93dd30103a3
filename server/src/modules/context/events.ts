import type { EventSubject } from "../../events/append.ts";
import type { SourceRow } from "./store.ts";

export const aboutSource = (source: Pick<SourceRow, "id" | "project_id" | "plan_id">): EventSubject => ({
  subjectId: source.id,
  projectId: source.project_id,
  planId: source.plan_id,
});
