import type { Push, PushState } from "@groundplan/contract";
import type { z } from "zod";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { PlanRow } from "../../plans/access.ts";
import { keptCaveats } from "../ledger/caveats.ts";
import { type PushRow, requestOf } from "../ledger/pushes.ts";
import { takeSnapshot } from "../plan/snapshot.ts";
import { tellForecast } from "./forecast.ts";
import { nothingKnown, type PushSummary, summarize } from "./push-summary.ts";
import { type PushOutcome, resultOf, type StepCounts, stepCountsOf } from "./result.ts";
import { namedIn, visibilityOf, visibleParts } from "./visibility.ts";

export type PushWire = z.infer<typeof Push>;

/** Reduces pushes to the reader's current visibility. */
export async function presentPushes(
  db: Db,
  actor: Actor,
  plan: Pick<PlanRow, "number" | "name">,
  pushes: readonly PushRow[],
): Promise<PushWire[]> {
  const told = [];
  for (const push of pushes) told.push({ push, ...(await tell(db, actor, plan, push)) });
  const named = told.map(({ about, caveats }) => namedIn(about, caveats));
  const specIds = named.flatMap((names) => names.specIds);
  const planIds = named.flatMap((names) => names.planIds);
  const visibility = await visibilityOf(db, actor, specIds, planIds);
  return told.map(({ push, about, caveats, ...rest }) => {
    const { id: pushId, provider, target, started_at: startedAt, finished_at: finishedAt } = push;
    const names = visibleParts(about, caveats, visibility);
    const result = resultOf({ pushId, provider, target, planNumber: plan.number, names, ...rest });
    return {
      ...result,
      pushId,
      startedAt,
      ...(finishedAt === null ? {} : { finishedAt }),
      ...(isWaiting(push) ? { waitsUntil: push.waits_until } : {}),
    };
  });
}

/** Returns everything, before any visibility check. `plan` is the pushed one. */
async function tell(db: Db, actor: Actor, plan: Pick<PlanRow, "name">, push: PushRow) {
  const about = push.about ? (JSON.parse(push.about) as PushSummary) : await aboutNow(db, actor, plan, push);
  if (push.result !== null)
    return { about, status: push.status, ...(JSON.parse(push.result) as PushOutcome) };
  const tally = await stepCountsOf(db, push);
  const caveats = tellForecast(keptCaveats(push));
  const begun = push.about !== null;
  const status: PushState = begun ? "running" : "queued";
  const message = begun ? progress(push, tally) : `The push to ${push.target} is about to begin.`;
  return { about, status, tally, caveats, message };
}

async function aboutNow(
  db: Db,
  actor: Actor,
  plan: Pick<PlanRow, "name">,
  push: PushRow,
): Promise<PushSummary> {
  const snapshot = push.finished_at === null ? await takeSnapshot(db, actor, requestOf(push)) : null;
  return snapshot
    ? await summarize(db, actor.workspaceId, snapshot)
    : { ...nothingKnown, planName: plan.name };
}

const isWaiting = (push: PushRow): push is PushRow & { waits_until: string } =>
  push.waits_until !== null && push.waits_until > new Date().toISOString();

function progress(push: PushRow, tally: StepCounts): string {
  const far = `${tally.all - tally.open} of ${tally.all} steps are done`;
  return isWaiting(push)
    ? `${far}; ${push.target} is paused until ${push.waits_until}, then the push continues by itself.`
    : `${far}; the push continues by itself.`;
}
