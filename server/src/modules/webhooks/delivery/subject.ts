import type { EventRow } from "../../history/rows.ts";

/** Types about a plan as a whole, whatever their own subject. */
const ofPlan = /^(plan|push|dependency|specs)\./;

/** Returns the subject that orders deliveries: thread, document, plan, or the event's own. */
export function subjectOf({ type, data, plan_id, subject_id }: EventRow): string {
  if (ofPlan.test(type)) return plan_id ?? subject_id;
  if (!data.includes('"documentId"')) return subject_id;
  const { documentId, threadId } = JSON.parse(data) as { documentId: string; threadId?: string };
  return threadId ?? documentId;
}
