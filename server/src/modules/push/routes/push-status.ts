import { getPushStatus } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { read } from "../../../dispatch/handlers.ts";
import type { Db } from "../../../storage/dialect.ts";
import { findConnection } from "../../connectors/access.ts";
import { projectTarget } from "../../connectors/project-tracker.ts";
import { type PlanRow, readablePlan } from "../../plans/access.ts";
import { readableProject } from "../../projects/access.ts";
import type { TrackerDefinition } from "../../trackers/definition.ts";
import { trackerOf } from "../../trackers/registry.ts";
import type { PushOptions, PushRequest } from "../ledger/pushes.ts";
import { planSteps } from "../plan/plan-steps.ts";
import { takeSnapshot } from "../plan/snapshot.ts";
import { countChanged } from "../results/count-changed.ts";
import { targetOptions } from "./target-options.ts";

const everything: PushOptions = {
  holdBelowReady: false,
  includeSubPlans: true,
  specIds: null,
  onConflict: "keep",
  retry: false,
};

/** Uses the project's tracker, else the last push's. */
export const pushStatus = read(getPushStatus, async (db, actor, { params }) => {
  const plan = await readablePlan(db, actor, params);
  const project = await readableProject(db, actor, params.projectSlug);
  const wanted = projectTarget(project);
  const connection = wanted && (await findConnection(db, actor.workspaceId, wanted.entry.id));
  const aimed = connection && { entry: wanted.entry, connectionId: connection.id, target: wanted.name };
  const found = aimed ?? (await lastPushed(db, plan));
  const options = { ...everything, ...targetOptions(project) };
  return { pushStatus: found ? [await statusOf(db, actor, plan, options, found)] : [] };
});

type Found = Pick<PushRequest, "connectionId" | "target"> & { entry: TrackerDefinition };

async function lastPushed(db: Db, plan: PlanRow): Promise<Found | null> {
  const push = await db
    .selectFrom("pushes")
    .select(["connection_id", "target", "provider"])
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!push) return null;
  return { connectionId: push.connection_id, target: push.target, entry: trackerOf(push.provider) };
}

/**
 * Leaves out finished specs like a push. Once pushed, everything that the next push would touch counts as
 * changed.
 */
async function statusOf(
  db: Db,
  actor: Actor,
  plan: PlanRow,
  options: PushOptions,
  { entry, ...place }: Found,
) {
  const request = { workspaceId: actor.workspaceId, planId: plan.id, options, ...place };
  const snapshot = await takeSnapshot(db, actor, request);
  if (!snapshot) throw new Error("a plan that was just read is gone");
  const specs = snapshot.specs.filter(({ id }) => !snapshot.leftOut.has(id));
  const here = new Set([...snapshot.plans, ...specs].map(({ id }) => id));
  const known = snapshot.ledger.filter(
    (row) =>
      (row.kind === "plan" || row.kind === "spec") && row.external_id !== null && here.has(row.entity_id),
  );
  const gone = new Set(known.filter(({ state }) => state === "gone").map((row) => row.entity_id));
  const pushed = known.filter((row) => !gone.has(row.entity_id));
  // Gone issues are only searched, and steps under them wait.
  const { steps } = planSteps(snapshot, entry.capacity);
  const touched = steps.filter(
    ({ entityId, action, path }) =>
      !gone.has(entityId) && !(action === "create" && path?.some((id) => gone.has(id))),
  );
  const waits = touched.filter(({ lastLook }) => lastLook === "waits");
  const writes = touched.filter(({ lastLook }) => !lastLook);
  const own = pushed.find((row) => row.entity_id === plan.id);
  const times = known.flatMap((row) => row.pushed_at ?? []).toSorted();
  return {
    provider: entry.provider,
    total: here.size,
    pushedCount: pushed.length,
    ...(known.length > 0 ? countChanged(writes, waits) : countChanged([], [])),
    goneCount: gone.size,
    lastPushedAt: times.at(-1) ?? null,
    neverPushed: known.length === 0,
    externalUrl: own?.external_url ?? null,
    externalKey: own?.external_key ?? null,
  };
}
