import type { EventRow } from "../history/rows.ts";

/** These types tell of a plan as a whole, whatever their own subject is. */
const ofPlan = /^(plan|push|dependency|specs)\./;

/** Returns what an event is about for the order of deliveries: a thread, a document, a plan, or its own subject. */
export function subjectOf({ type, data, plan_id, subject_id }: EventRow): string {
  if (ofPlan.test(type)) return plan_id ?? subject_id;
  if (!data.includes('"documentId"')) return subject_id;
  const { documentId, threadId } = JSON.parse(data) as { documentId: string; threadId?: string };
  return threadId ?? documentId;
}
