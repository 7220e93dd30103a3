import { invalid } from "../../errors.ts";
import type { EventSubject, NewEvent } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { PlanRow } from "./access.ts";
import { readingMembersOf } from "./reading-members.ts";

/** Throws 400 for a lead who is no member or can't read the plan. */
export async function requireLead(
  tx: Tx,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  userId: string | null | undefined,
): Promise<void> {
  if (typeof userId !== "string") return;
  const canRead = await readingMembersOf(tx, plan.workspace_id, [plan.id], [userId]);
  if (!canRead(plan.id, userId)) throw invalid("/leadUserId", "must be a member who can read the plan");
}

/** Returns the event that tells a plan's new lead, if the lead changed. */
export const leadEvents = (about: EventSubject, from: string | null, to: string | null): NewEvent[] =>
  from === to ? [] : [{ type: "plan.lead_changed", ...about, notifies: [to], data: { from, to } }];
