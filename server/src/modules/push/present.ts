import type { Push, PushState } from "@groundplan/contract";
import type { z } from "zod";
import type { Db } from "../../storage/dialect.ts";
import type { Actor } from "../identity/actor.ts";
import type { PlanRow } from "../plans/access.ts";
import { type About, aboutOf, nothingKnown } from "./about.ts";
import type { Caveat } from "./caveats.ts";
import type { Ended } from "./finish.ts";
import { tellForecast } from "./forecast.ts";
import { resultOf, type Tally, tallyOf } from "./result.ts";
import { aimOf, type RunRow } from "./runs.ts";
import { namedIn, shown, sightOf } from "./sight.ts";
import { takeSnapshot } from "./snapshot.ts";

export type PushWire = z.infer<typeof Push>;

/** Pushes as they ended, or with their counts so far, each in what the reader may see of it now. */
export async function presentRuns(
  db: Db,
  actor: Actor,
  plan: Pick<PlanRow, "number" | "name">,
  runs: readonly RunRow[],
): Promise<PushWire[]> {
  const told = [];
  for (const run of runs) told.push({ run, ...(await tell(db, actor, plan, run)) });
  const named = told.map(({ about, caveats }) => namedIn(about, caveats));
  const specIds = named.flatMap((names) => names.specIds);
  const planIds = named.flatMap((names) => names.planIds);
  const sight = await sightOf(db, actor, specIds, planIds);
  return told.map(({ run, about, caveats, ...rest }) => {
    const { id: pushId, provider, target, started_at: startedAt, finished_at: finishedAt } = run;
    const names = shown(about, caveats, sight);
    const result = resultOf({ pushId, provider, target, planNumber: plan.number, names, ...rest });
    return {
      ...result,
      pushId,
      startedAt,
      ...(finishedAt === null ? {} : { finishedAt }),
      ...(isWaiting(run) ? { waitsUntil: run.waits_until } : {}),
    };
  });
}

/** What the run itself remembers, whoever asks. `plan` is the one that it pushes. */
async function tell(db: Db, actor: Actor, plan: Pick<PlanRow, "name">, run: RunRow) {
  const about = run.about ? (JSON.parse(run.about) as About) : await aboutNow(db, actor, plan, run);
  if (run.result !== null)
    return { about, status: run.status as PushState, ...(JSON.parse(run.result) as Ended) };
  const tally = await tallyOf(db, run);
  const caveats = tellForecast(JSON.parse(run.caveats) as Caveat[]);
  const begun = run.about !== null;
  const status: PushState = begun ? "running" : "queued";
  const message = begun ? progress(run, tally) : `The push to ${run.target} is about to begin.`;
  return { about, status, tally, caveats, message };
}

async function aboutNow(db: Db, actor: Actor, plan: Pick<PlanRow, "name">, run: RunRow): Promise<About> {
  const snapshot = run.finished_at === null ? await takeSnapshot(db, actor, aimOf(run)) : null;
  return snapshot ? await aboutOf(db, actor.workspaceId, snapshot) : { ...nothingKnown, planName: plan.name };
}

const isWaiting = (run: RunRow): run is RunRow & { waits_until: string } =>
  run.waits_until !== null && run.waits_until > new Date().toISOString();

function progress(run: RunRow, tally: Tally): string {
  const far = `${tally.all - tally.open} of ${tally.all} steps are done`;
  return isWaiting(run)
    ? `${far}; ${run.target} is left alone until ${run.waits_until}, then the push goes on by itself.`
    : `${far}; the push goes on by itself.`;
}
