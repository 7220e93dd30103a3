import { getPushStatus } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { findConnection } from "../connectors/access.ts";
import { type CatalogEntry, catalog } from "../connectors/catalog.ts";
import { projectTarget } from "../connectors/project-tracker.ts";
import type { Actor } from "../identity/actor.ts";
import { type PlanRow, readablePlan } from "../plans/access.ts";
import { readableProject } from "../projects/access.ts";
import { planSteps } from "./plan-steps.ts";
import type { Aim, PushOptions } from "./runs.ts";
import { takeSnapshot } from "./snapshot.ts";
import { capacityOf } from "./trackers/open.ts";

const everything: PushOptions = {
  holdBelowReady: false,
  includeSubPlans: true,
  specIds: null,
  onConflict: "keep",
  retry: false,
};

/** What the project's tracker has of the plan and its sub-plans, or the last one that it was pushed to. */
export const pushStatus = read(getPushStatus, async (db, actor, { params }) => {
  const plan = await readablePlan(db, actor, params);
  const project = await readableProject(db, actor, params.projectSlug);
  const wanted = projectTarget(project);
  const connection = wanted && (await findConnection(db, actor.workspaceId, wanted.entry.id));
  const aimed = connection && { entry: wanted.entry, connectionId: connection.id, target: wanted.name };
  const found = aimed ?? (await lastPushed(db, plan));
  return { pushStatus: found ? [await statusOf(db, actor, plan, found)] : [] };
});

type Found = Pick<Aim, "connectionId" | "target"> & { entry: CatalogEntry };

async function lastPushed(db: Db, plan: PlanRow): Promise<Found | null> {
  const run = await db
    .selectFrom("push_runs")
    .select(["connection_id", "target", "provider"])
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const entry = catalog.find(({ provider }) => provider === run?.provider);
  return run && entry ? { connectionId: run.connection_id, target: run.target, entry } : null;
}

/**
 * Counts plans and specs. Of a plan that was pushed, everything counts as changed that the next push would touch:
 * texts, places, dependencies, and what is not in the tracker yet.
 */
async function statusOf(db: Db, actor: Actor, plan: PlanRow, { entry, ...place }: Found) {
  const aim = { workspaceId: actor.workspaceId, planId: plan.id, options: everything, ...place };
  const snapshot = await takeSnapshot(db, actor, aim);
  if (!snapshot) throw new Error("a plan that was just read is gone");
  const here = new Set([...snapshot.plans, ...snapshot.specs].map(({ id }) => id));
  const pushed = snapshot.ledger.filter(
    (row) =>
      (row.kind === "plan" || row.kind === "spec") && row.external_id !== null && here.has(row.entity_id),
  );
  const changed = new Set(planSteps(snapshot, capacityOf(entry.provider)).steps.map((step) => step.entityId));
  const own = pushed.find((row) => row.entity_id === plan.id);
  const times = pushed.flatMap((row) => row.pushed_at ?? []).toSorted();
  return {
    provider: entry.provider,
    total: here.size,
    pushedCount: pushed.length,
    changedCount: pushed.length > 0 ? changed.size : 0,
    lastPushedAt: times.at(-1) ?? null,
    neverPushed: pushed.length === 0,
    externalUrl: own?.external_url ?? null,
    externalKey: own?.external_key ?? null,
  };
}
