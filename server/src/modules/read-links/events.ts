import type { EventSubject } from "../../events/append.ts";
import type { PlanRow } from "../plans/access.ts";
import { aboutPlan } from "../plans/events.ts";
import type { Subject } from "./store.ts";

/** Returns the subject of an event about a link: the plan or spec that it shows. */
export const aboutLink = ({
  plan,
  subject,
  specNumber,
}: {
  plan: PlanRow;
  subject: Subject;
  specNumber: number | undefined;
}): EventSubject => ({
  ...aboutPlan(plan),
  ...(specNumber === undefined ? {} : { subjectId: subject.spec_id, specNumber }),
});
