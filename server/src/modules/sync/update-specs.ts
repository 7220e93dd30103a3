import type { SpecStatus } from "@groundplan/contract";
import { serviceIn } from "../../actor.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import { endLostClaims } from "../claims/end-unsupported.ts";
import { specHandle } from "../handles.ts";
import { syncPlanStatus } from "../plans/status.ts";
import { aboutSpec } from "../specs/events.ts";
import { setSpecStatus } from "../specs/writes/set-status.ts";

/** A spec and its issue's current status. */
export interface Moved {
  specId: string;
  status: SpecStatus;
}

/** Appends events for specs whose issue appeared or vanished. */
export async function tellExternals(tx: Tx, workspaceId: string, specIds: readonly string[]): Promise<void> {
  if (specIds.length === 0) return;
  const specs = await tx
    .selectFrom("specs")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "specs.workspace_id").onRef("plans.id", "=", "specs.plan_id"),
    )
    .select(["specs.id", "specs.number", "specs.plan_id", "plans.project_id"])
    .where("specs.workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "specs.id", specIds))
    .execute();
  const events = specs.map(({ plan_id, project_id, ...spec }) => ({
    type: "spec.updated" as const,
    ...aboutSpec({ id: plan_id, project_id }, spec),
    data: { shortId: specHandle(spec.number), changed: ["external"], by: "tracker" as const },
  }));
  await appendEvents(tx, serviceIn(workspaceId), events);
}

/** Sets specs' statuses and updates their plans'. */
export async function setStatuses(tx: Tx, workspaceId: string, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  const wanted = new Map(moved.map(({ specId, status }) => [specId, status]));
  const specs = await tx
    .selectFrom("specs")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", [...wanted.keys()]))
    .execute();
  const plans = await tx
    .selectFrom("plans")
    .select(["workspace_id", "id", "project_id", "status"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", [...new Set(specs.map((spec) => spec.plan_id))]))
    .execute();
  const actor = "tracker" as const;
  const events: NewEvent[] = [];
  for (const plan of plans) {
    const arrived: { status: SpecStatus }[] = [];
    for (const spec of specs.filter((one) => one.plan_id === plan.id)) {
      const to = wanted.get(spec.id) ?? spec.status;
      if (to === spec.status) continue;
      await setSpecStatus(tx, spec, to);
      arrived.push({ status: to });
      const data = {
        shortId: specHandle(spec.number),
        changed: ["status"],
        from: spec.status,
        to,
        by: actor,
      };
      events.push({ type: "spec.updated", ...aboutSpec(plan, spec), data });
    }
    if (arrived.length > 0) events.push(...(await syncPlanStatus(tx, plan, arrived, actor)));
  }
  await appendEvents(tx, serviceIn(workspaceId), events);
  if (events.length > 0) await endLostClaims(tx, serviceIn(workspaceId));
}
