import type { NewEvent } from "../../events/append.ts";
import { specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "./access.ts";

export function specEvent(
  type: string,
  plan: Pick<PlanRow, "id" | "project_id">,
  spec: Pick<SpecRow, "id" | "number">,
  data: Record<string, unknown> = {},
): NewEvent {
  return {
    type,
    subjectId: spec.id,
    planId: plan.id,
    projectId: plan.project_id,
    data: { shortId: specHandle(spec.number), ...data },
  };
}
