import type { EventSubject } from "../../events/append.ts";
import { specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "./access.ts";

/** Returns the subject of an event about a spec, in the given plan. */
export const aboutSpec = (
  plan: Pick<PlanRow, "id" | "project_id">,
  spec: Pick<SpecRow, "id">,
): EventSubject => ({ subjectId: spec.id, planId: plan.id, projectId: plan.project_id });

/** Returns an event without further data than the spec's handle. */
export const specEvent = <T extends "spec.created" | "spec.deleted">(
  type: T,
  plan: Pick<PlanRow, "id" | "project_id">,
  spec: Pick<SpecRow, "id" | "number">,
) => ({ type, ...aboutSpec(plan, spec), data: { shortId: specHandle(spec.number) } });
