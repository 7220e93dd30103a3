import type { EventSubject } from "../../events/append.ts";
import { specHandle } from "../handles.ts";
import { aboutPlan } from "../plans/events.ts";
import type { SpecRow } from "./access.ts";

export const aboutSpec = (
  plan: Parameters<typeof aboutPlan>[0],
  spec: Pick<SpecRow, "id" | "number">,
): EventSubject => ({ ...aboutPlan(plan), subjectId: spec.id, specNumber: spec.number });

/** Returns an event without data beyond the handle. */
export const specEvent = <T extends "spec.created" | "spec.deleted" | "spec.restored" | "spec.purged">(
  type: T,
  plan: Parameters<typeof aboutPlan>[0],
  spec: Pick<SpecRow, "id" | "number">,
) => ({ type, ...aboutSpec(plan, spec), data: { shortId: specHandle(spec.number) } });
