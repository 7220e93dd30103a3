import type { Push, PushResult } from "@groundplan/contract";
import type { z } from "zod";
import type { Db } from "../../storage/dialect.ts";
import type { Actor } from "../identity/actor.ts";
import type { PlanRow } from "../plans/access.ts";
import { type About, aboutOf } from "./about.ts";
import { type deeds, resultOf } from "./result.ts";
import { aimOf, type RunRow } from "./runs.ts";
import { takeSnapshot } from "./snapshot.ts";
import { tallyOf } from "./tally.ts";

export type PushWire = z.infer<typeof Push>;

/** A push as it ended, or with its counts so far. `plan` is the one that it pushes. */
export async function presentRun(
  db: Db,
  actor: Actor,
  plan: Pick<PlanRow, "number" | "name">,
  run: RunRow,
): Promise<PushResult & { pushId: string }> {
  const pushId = run.id;
  if (run.result !== null) return { ...(JSON.parse(run.result) as PushResult), pushId };
  const tally = await tallyOf(db, run);
  const status = run.about === null ? ("queued" as const) : ("running" as const);
  const { provider, target } = run;
  const caveats = JSON.parse(run.caveats) as string[];
  const about = run.about ? (JSON.parse(run.about) as About) : await aboutNow(db, actor, plan, run);
  const message = run.about === null ? `The push to ${target} is about to begin.` : progress(run, tally);
  return {
    ...resultOf({
      pushId,
      status,
      provider,
      planNumber: plan.number,
      target,
      about,
      tally,
      caveats,
      message,
    }),
    pushId,
  };
}

async function aboutNow(db: Db, actor: Actor, plan: Pick<PlanRow, "name">, run: RunRow): Promise<About> {
  const snapshot = await takeSnapshot(db, actor, aimOf(run));
  return snapshot ? aboutOf(snapshot) : { ...nothingKnown, planName: plan.name };
}

export const nothingKnown: About = {
  planName: "",
  ancestorNames: [],
  containerCount: 0,
  belowReady: [],
  belowReadyOmitted: 0,
  belowReadyUnavailable: true,
};

function progress({ waits_until: until, target }: RunRow, tally: Parameters<typeof deeds>[0]): string {
  const far = `${tally.all - tally.open} of ${tally.all} steps are done`;
  const waits = until !== null && until > new Date().toISOString();
  return waits
    ? `${far}; ${target} is left alone until ${until}, then the push goes on by itself.`
    : `${far}; the push goes on by itself.`;
}

export function presentPush(result: PushResult & { pushId: string }, run: RunRow): PushWire {
  return { ...result, startedAt: run.started_at, finishedAt: run.finished_at };
}
