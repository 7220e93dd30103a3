import { type Author, serviceIn } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { enqueue } from "../../jobs/queue.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { specHandle } from "../handles.ts";
import { aboutPlan } from "../plans/events.ts";
import { assigneeKey } from "./assignee-key.ts";
import { aboutSpec } from "./events.ts";

/** Specs per transaction, so that others don't wait for the writer. */
const atOnce = 500;
export const unassignJob = "specs.unassign";

/** Takes a leaving user off all specs and plans: the first in this transaction, the rest in a job. */
export async function takeOff(tx: Tx, by: Author, userId: string): Promise<void> {
  await removeLead(tx, by, userId);
  if (await unassignSome(tx, by, userId)) return;
  await enqueue(tx, {
    kind: unassignJob,
    workspaceId: by.workspaceId,
    payload: { workspaceId: by.workspaceId, userId },
  });
}

async function removeLead(tx: Tx, by: Author, userId: string): Promise<void> {
  const led = await tx
    .updateTable("plans")
    .set({ lead_user_id: null, updated_at: now() })
    .where("workspace_id", "=", by.workspaceId)
    .where("lead_user_id", "=", userId)
    .returning(["id", "project_id"])
    .execute();
  await appendEvents(
    tx,
    by,
    led.map((plan) => ({ type: "plan.lead_removed", ...aboutPlan(plan), data: { userId } })),
  );
}

/** Takes a user off some specs. Returns true if none are left. */
async function unassignSome(tx: Tx, by: Author, userId: string): Promise<boolean> {
  const specs = await tx
    .selectFrom("specs")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "specs.workspace_id").onRef("plans.id", "=", "specs.plan_id"),
    )
    .select(["specs.id", "specs.number", "specs.plan_id", "plans.project_id"])
    .where("specs.workspace_id", "=", by.workspaceId)
    .where(assigneeKey, "=", userId)
    // The order of the index, which PostgreSQL then chooses even if nearly all specs are nobody's.
    .orderBy("specs.status")
    .orderBy("specs.updated_at")
    .orderBy("specs.id")
    .limit(atOnce)
    .execute();
  const ids = specs.map(({ id }) => id);
  if (ids.length === 0) return true;
  await tx
    .updateTable("specs")
    .set({ assignee_user_id: null, updated_at: now() })
    .where("workspace_id", "=", by.workspaceId)
    .where(isOneOf(tx, "id", ids))
    .execute();
  await appendEvents(
    tx,
    by,
    specs.map(({ plan_id: id, project_id, ...spec }) => unassignedEvent({ id, project_id }, spec, userId)),
  );
  return ids.length < atOnce;
}

/** Returns the event of a spec whose assignee left the workspace. */
export const unassignedEvent = (
  plan: Parameters<typeof aboutSpec>[0],
  spec: Parameters<typeof aboutSpec>[1],
  userId: string,
): NewEvent => ({
  type: "spec.unassigned",
  ...aboutSpec(plan, spec),
  data: { shortId: specHandle(spec.number), userId },
});

interface Left {
  workspaceId: string;
  userId: string;
}

/** Takes a user who has left off further specs. Returns true if none are left, or if they are back. */
export const unassignLeft = command(
  "specs.unassignLeft",
  ({ workspaceId }: Left) => workspaceId,
  async (tx: Tx, { workspaceId, userId }: Left): Promise<boolean> => {
    const back = await tx
      .selectFrom("memberships")
      .select("user_id")
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    return back !== undefined || unassignSome(tx, serviceIn(workspaceId), userId);
  },
);

export async function unassignRest(
  { writer }: Pick<Context, "writer">,
  left: Left,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  while (!(await writer.run(unassignLeft, left))) signal.throwIfAborted();
}
