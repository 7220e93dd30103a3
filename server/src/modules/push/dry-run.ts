import type { PushResult } from "@groundplan/contract";
import type { Context } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { openConnection } from "../connectors/open-connection.ts";
import type { Actor } from "../identity/actor.ts";
import { aboutOf } from "./about.ts";
import { wouldTake } from "./forecast.ts";
import { planSteps } from "./plan-steps.ts";
import { previewOf } from "./preview.ts";
import { deeds, resultOf, tally } from "./result.ts";
import { namedIn, shown, sightOf } from "./sight.ts";
import { takeSnapshot } from "./snapshot.ts";
import type { Allowed } from "./start.ts";
import { capacityOf } from "./trackers/open.ts";
import { TrackerError } from "./trackers/tracker.ts";
import { upstreamError } from "./trackers/upstream-error.ts";

/** What a push would do now, item by item. The tracker is read; nothing is written, here or there. */
export async function dryRun(
  context: Context,
  actor: Actor,
  { plan, provider, connection, aim }: Allowed,
): Promise<PushResult> {
  const { db } = context;
  const snapshot = await takeSnapshot(db, actor, aim);
  if (!snapshot) throw notFound("plan");
  const { steps, caveats: known } = planSteps(snapshot, capacityOf(provider));
  const tracker = await openConnection(context, connection);
  const { preview, caveats: found } = await previewOf(context, tracker, aim, steps).catch((error) => {
    throw error instanceof TrackerError ? upstreamError(error, provider) : error;
  });
  const toMake = steps.filter(({ action }) => action === "create" || action === "link").length;
  const caveats = [...wouldTake(toMake, tracker.quota), ...found, ...known];
  const wouldWrite = (index: number) => !["skip", "conflict"].includes(preview[index]?.action ?? "");
  const would = tally(
    steps.map(({ kind, action }, index) => ({
      kind,
      action,
      state: wouldWrite(index) ? "sent" : "skipped",
      count: 1,
    })),
  );
  const about = await aboutOf(db, actor.workspaceId, snapshot);
  const named = namedIn(about, caveats);
  const sight = await sightOf(db, actor, named.specIds, named.planIds);
  const result = resultOf({
    pushId: null,
    status: "dry_run",
    provider,
    planNumber: plan.number,
    target: aim.target,
    names: shown(about, caveats, sight),
    tally: would,
    message: would.sent > 0 ? `A push would do this: ${deeds(would)}.` : "A push would change nothing.",
  });
  return { ...result, preview };
}
